import * as z from 'zod/mini'
import { listAgents, UserAgent } from '#contract/apps/agents.ts'
import { listApps, StoreApp, uninstallApp } from '#contract/apps/apps.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { systemClock } from '#src/lib/clock.ts'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { setAddedApps } from '#src/platform/apps/app-registry-store.ts'
import { defineAgentApp, defineStoreApp } from '#src/platform/apps/added-app-definitions.ts'
import {
  notifyAddedListsChange,
  APPS_KEY,
  onAddedListsChange,
} from '#src/platform/apps/app-list-changes.ts'
import { notify } from '#src/platform/notifications/notifications.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { parseSaved } from '#src/lib/storage/saved-record.ts'
import { getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { withQueries } from './with-queries.ts'

const loadChat = async () => ({
  Body: await withQueries(
    async () => (await import('#src/app/bodies/app-chat-body.tsx')).AppChatBody,
  ),
})

const notifyOfSuspension = ({ id, name }: StoreApp) =>
  notify({
    id: `suspended:${id}`,
    kind: 'app',
    title: `${name} is suspended`,
    text: 'Its tools changed. It works again after a review.',
    path: PRODUCT_APPS.appStore.path,
  })

const RETRY_DELAY_MS = 10_000

const LISTS_KEY = 'added-apps'
const SavedLists = z.object({ apps: z.array(StoreApp), agents: z.array(UserAgent) })

/** Returns null on failure. */
const listOrNull = async <Item>(
  load: (signal: AbortSignal) => Promise<Item[]>,
  signal: AbortSignal,
): Promise<Item[] | null> => {
  try {
    return await load(signal)
  } catch (error) {
    if (!signal.aborted) console.warn('A list of apps could not be loaded', error)
    return null
  }
}

/**
 * Updates the desktop from the server's lists of installed apps and agents. While a list fails to load, the desktop shows
 * the last one, at the start that of the last visit, and retries. Returns a function that stops it.
 */
export const followAddedApps = (clock = systemClock): (() => void) => {
  let loading = new AbortController()
  const storage = getPersonalStorage()
  let { apps, agents } = parseSaved(storage.get(LISTS_KEY), SavedLists) ?? { apps: [], agents: [] }
  /** Returns true when nothing is left to load. */
  const loadOnce = async (signal: AbortSignal): Promise<boolean> => {
    const [newApps, newAgents] = await Promise.all([
      listOrNull(async () => (await api.callForData(listApps, { signal })).installed_apps, signal),
      listOrNull(() => api.callForData(listAgents, { signal }), signal),
    ])
    if (signal.aborted) return true
    apps = newApps ?? apps
    agents = newAgents ?? agents
    for (const app of newApps ?? []) if (app.is_disabled === true) notifyOfSuspension(app)
    const isLoaded = newApps !== null && newAgents !== null
    if (isLoaded) storage.set(LISTS_KEY, JSON.stringify({ apps, agents }))
    setAddedApps(
      [
        ...apps.map((app) => defineStoreApp(app, loadChat)),
        ...agents.map((agent) => defineAgentApp(agent, loadChat)),
      ],
      isLoaded ? 'loaded' : 'failed',
      [
        ...(newApps === null ? [] : (['/app/'] as const)),
        ...(newAgents === null ? [] : (['/agent/'] as const)),
      ],
    )
    return isLoaded
  }
  const load = async () => {
    loading.abort()
    loading = new AbortController()
    const { signal } = loading
    while (!(await loadOnce(signal))) await clock.sleep(RETRY_DELAY_MS, signal)
  }
  // Rejects only when it is aborted.
  const reload = () => void load().catch(() => undefined)
  const stopListening = onAddedListsChange(reload)
  reload()
  return () => {
    loading.abort()
    stopListening()
    setAddedApps([], 'loading')
  }
}

/** Returns false when the server refused. */
export const uninstallFrom = async (app: AppDefinition): Promise<boolean> => {
  try {
    const data = await api.callForData(uninstallApp, { body: { appId: app.id } })
    if (!data.success) throw new Error('The server did not uninstall the app')
  } catch (error) {
    console.warn(`Failed to uninstall app ${app.title}`, error)
    return false
  }
  notifyAddedListsChange()
  // The App Store may be open.
  const { getQueryClient } = await import('./query-scope.tsx')
  await getQueryClient().invalidateQueries({ queryKey: APPS_KEY })
  return true
}
