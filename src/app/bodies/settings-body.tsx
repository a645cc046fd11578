import Bell from 'lucide-react/icons/bell'
import Bot from 'lucide-react/icons/bot'
import { ModelSection } from '#src/features/chat/own-model/model-section.tsx'
import { NotificationsSection } from '#src/features/settings/notifications-section.tsx'
import { withOwnSections, type SettingsSection } from '#src/features/settings/settings-sections.tsx'
import { SettingsWindow } from '#src/features/settings/settings-window.tsx'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { useConfig } from '#src/platform/config/config-store.ts'

/** Sections of other features, one line each. */
const ADDED: readonly SettingsSection[] = [
  { id: 'notifications', title: 'Notifications', Icon: Bell, Content: NotificationsSection },
]
const MODEL: SettingsSection = { id: 'model', title: 'Model', Icon: Bot, Content: ModelSection }

const SECTIONS = withOwnSections(ADDED)
const SECTIONS_WITH_MODEL = withOwnSections([...ADDED, MODEL])

export const SettingsBody = ({ path }: AppBodyProps) => {
  const hasModel = useConfig()?.user_models === true
  return <SettingsWindow path={path} sections={hasModel ? SECTIONS_WITH_MODEL : SECTIONS} />
}
