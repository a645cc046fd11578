import Code from 'lucide-react/icons/code'
import Info from 'lucide-react/icons/info'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Palette from 'lucide-react/icons/palette'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import UserRound from 'lucide-react/icons/user-round'
import type { ComponentType } from 'react'
import { AccountSection } from '#src/features/settings/account/account-section.tsx'
import { AppearanceSection } from '#src/features/settings/appearance/appearance-section.tsx'
import { AboutSection } from './about-section.tsx'
import { DesktopSection } from './desktop-section.tsx'
import { DeveloperSection } from './developer-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { texts } from './texts.ts'

export type SettingsSection = {
  /** As in `/settings?section=account`. */
  readonly id: string
  readonly title: string
  readonly Icon: ComponentType<{ size: number; className?: string }>
  readonly Content: ComponentType
}

const FIRST: readonly SettingsSection[] = [
  { id: 'appearance', title: texts.sections.appearance, Icon: Palette, Content: AppearanceSection },
  { id: 'account', title: texts.sections.account, Icon: UserRound, Content: AccountSection },
  { id: 'desktop', title: texts.sections.desktop, Icon: LayoutGrid, Content: DesktopSection },
  {
    id: 'preferences',
    title: texts.sections.preferences,
    Icon: SlidersHorizontal,
    Content: PreferencesSection,
  },
]

const LAST: readonly SettingsSection[] = [
  { id: 'developer', title: texts.sections.developer, Icon: Code, Content: DeveloperSection },
  { id: 'about', title: texts.sections.about, Icon: Info, Content: AboutSection },
]

/** Returns every section in order. `src/app/bodies/settings-body.tsx` adds those of other features. */
export const withOwnSections = (added: readonly SettingsSection[]): readonly SettingsSection[] => [
  ...FIRST,
  ...added,
  ...LAST,
]
