import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { groupBySection, type AppSection } from '#src/platform/apps/app-groups.ts'
import { search } from '#src/lib/search.ts'

export type LauncherApp = AppDefinition & { label: string }

const FOUND_TITLE = 'Results'

const isComing = ({ status }: LauncherApp) => Number(status === 'coming_soon')

/**
 * Returns every app by group under the user's names, also those without an icon; while searching, one section with the best
 * match first. Apps that are coming soon are last.
 */
export const listLauncherSections = (
  apps: readonly AppDefinition[],
  names: Readonly<Record<string, string>>,
  query: string,
): AppSection<LauncherApp>[] => {
  const labeled = apps.map((app): LauncherApp => ({
    ...app,
    hasIcon: true,
    label: names[app.path] ?? app.title,
  }))
  if (query.trim() === '') {
    return groupBySection(labeled).map((section) => ({
      ...section,
      apps: section.apps.toSorted((one, other) => isComing(one) - isComing(other)),
    }))
  }
  const found = search(query, labeled, ({ label, title, description, keywords }) => ({
    title: label,
    keywords: [title, ...(keywords ?? []), description],
  })).map(({ item }) => item)
  return found.length === 0 ? [] : [{ key: 'other', title: FOUND_TITLE, apps: found }]
}
