import { QueryObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { deleteAgent } from '#contract/agents.ts'
import { uninstallApp } from '#contract/apps.ts'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import { setAddedApps } from '#src/platform/apps/app-registry-store.ts'
import { definitionOfAgent, definitionOfApp } from '#src/platform/apps/added-apps.ts'
import {
  ALL_CATEGORIES,
  APPS_KEY,
  agentsQuery,
  appsQuery,
} from '#src/platform/apps/store-queries.ts'
import {
  agentPreviews,
  endPreview,
  isPreview,
  oldPreviews,
} from '#src/platform/apps/agent-previews.ts'
import { api } from '#src/platform/auth/auth.ts'

const isSaved = ({ id }: { id: string }) => !isPreview(agentPreviews.getState().previews, id)

/** What a closed tab left of trying agents out. */
const deleteOldPreviews = async () => {
  for (const id of oldPreviews(Date.now())) {
    try {
      await api.call(deleteAgent, { params: { id }, reportedBy: 'caller' })
      endPreview(id)
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) endPreview(id)
    }
  }
}

const loadChat = async () => ({ Body: (await import('./app-chat-body.tsx')).AppChatBody })

/**
 * Keeps installed apps and agents of one's own on the desktop, as the server's lists say. A list that cannot be had is
 * empty. Returns what ends it.
 */
export const followAddedApps = (queries: QueryClient): (() => void) => {
  const apps = new QueryObserver(queries, appsQuery(ALL_CATEGORIES))
  const agents = new QueryObserver(queries, agentsQuery())
  const show = () => {
    const installed = apps.getCurrentResult()
    const own = agents.getCurrentResult()
    setAddedApps(
      [
        ...(installed.data?.installed_apps ?? []).map((app) => definitionOfApp(app, loadChat)),
        ...(own.data ?? []).filter(isSaved).map((agent) => definitionOfAgent(agent, loadChat)),
      ],
      { isComplete: !installed.isPending && !own.isPending },
    )
  }
  const stops = [apps.subscribe(show), agents.subscribe(show), agentPreviews.subscribe(show)]
  show()
  void deleteOldPreviews()
  return () => {
    for (const stop of stops) stop()
    setAddedApps([], { isComplete: false })
  }
}

/** Uninstalls an app from the desktop; false, and an unchanged list, when the server did not. */
export const uninstallFrom = async (queries: QueryClient, app: AppDefinition): Promise<boolean> => {
  try {
    await api.call(uninstallApp, { body: { appId: app.id }, reportedBy: 'caller' })
  } catch (error) {
    console.warn(`Failed to uninstall app ${app.title}`, error)
    return false
  }
  await queries.invalidateQueries({ queryKey: APPS_KEY })
  return true
}
