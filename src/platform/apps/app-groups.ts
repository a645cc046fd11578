import { HOME_PATH } from '#contract/paths.ts'
import type { AppDefinition, AppGroup } from './app-definition.ts'

const APP_GROUPS: readonly { group: AppGroup; title: string }[] = [
  { group: 'agent', title: 'Agents' },
  { group: 'walletTools', title: 'Analysis Tools' },
  { group: 'searchApps', title: 'Search & Applications' },
  { group: 'systemUtils', title: 'System & Utilities' },
  { group: 'installed', title: 'Installed Applications' },
  { group: 'userAgents', title: 'My Created Agents' },
]

const OTHER_GROUP_TITLE = 'Other Applications'

export type AppSection<App> = { key: AppGroup | 'other'; title: string; apps: App[] }

type Grouped = Pick<AppDefinition, 'path' | 'group' | 'hasIcon'>

/**
 * Returns apps by group in the given order, without empty sections. Apps without a group come last, except Home, which
 * opens from the brand in the status bar.
 */
export const groupBySection = <App extends Grouped>(apps: readonly App[]): AppSection<App>[] => {
  const withIcon = apps.filter((app) => app.hasIcon !== false && app.path !== HOME_PATH)
  return [
    ...APP_GROUPS.map(({ group, title }) => ({
      key: group,
      title,
      apps: withIcon.filter((app) => app.group === group),
    })),
    {
      key: 'other' as const,
      title: OTHER_GROUP_TITLE,
      apps: withIcon.filter((app) => app.group === undefined),
    },
  ].filter((section) => section.apps.length > 0)
}
