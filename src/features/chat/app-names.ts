import { findApp, useAddedApps } from '#src/platform/apps/app-registry-store.ts'
import type { AppIconSource } from '#src/ui/icons/app-icon.tsx'

const AGENT = 'agent:'

/**
 * Returns name and icon of the app or agent (`agent:` and its id) of a chat, as the desktop knows it now. Unknown ones
 * get a general name.
 */
export const describeApp = (appId: string): { title: string; icon: AppIconSource } => {
  const path = appId.startsWith(AGENT) ? `/agent/${appId.slice(AGENT.length)}` : `/app/${appId}`
  const app = findApp(path) ?? findApp(`/${appId}`)
  if (app !== undefined) return { title: app.title, icon: app.icon }
  const name = appId.startsWith(AGENT) ? 'An agent' : 'An app'
  return { title: name, icon: { name } }
}

/** Returns `describeApp`, and renders again when the lists of installed apps and agents arrive. */
export const useDescribeApp = (): typeof describeApp => {
  useAddedApps()
  return describeApp
}
