import { findApp } from '#src/platform/apps/app-registry-store.ts'
import type { AppIconSource } from '#src/ui/app-icon.tsx'

const AGENT = 'agent:'

/** The app a chat belongs to, as the desktop knows it; under its id when it is not on the desktop. */
export const appOf = (appId: string): { title: string; icon: AppIconSource } => {
  const path = appId.startsWith(AGENT) ? `/agent/${appId.slice(AGENT.length)}` : `/app/${appId}`
  const app = findApp(path) ?? findApp(`/${appId}`)
  if (app !== undefined) return { title: app.title, icon: app.icon }
  const name = appId.startsWith(AGENT) ? 'An agent' : appId
  return { title: name, icon: { name } }
}
