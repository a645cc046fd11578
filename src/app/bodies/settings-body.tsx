import type { SettingsSection } from '#src/features/settings/settings-sections.tsx'
import { withOwnSections } from '#src/features/settings/settings-sections.tsx'
import { SettingsWindow } from '#src/features/settings/settings-window.tsx'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'

/** Sections of other features, one line each. */
const ADDED: readonly SettingsSection[] = []

const SECTIONS = withOwnSections(ADDED)

export const SettingsBody = ({ path }: AppBodyProps) => (
  <SettingsWindow path={path} sections={SECTIONS} />
)
