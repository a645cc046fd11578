import { useMutation, useQueryClient } from '@tanstack/react-query'
import { installApp, uninstallApp } from '#contract/apps.ts'
import type { StoreApp } from '#contract/apps.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import { addedListsChanged, APPS_KEY } from '#src/platform/apps/added-lists.ts'
import { api } from '#src/platform/auth/auth.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'
import { refusalOf } from './store-list.ts'

/** A server that has to be reached first may take its time. */
const INSTALL_TIMEOUT_MS = 45_000

export const APP_KEY = ['app'] as const

const refresh = (queries: ReturnType<typeof useQueryClient>) => {
  addedListsChanged()
  return Promise.all([
    queries.invalidateQueries({ queryKey: APPS_KEY }),
    queries.invalidateQueries({ queryKey: APP_KEY }),
  ])
}

/** What the server says of a failed installation, when it says something that a person can use. */
const detailOf = (error: unknown): string | undefined =>
  error instanceof HttpError && error.status < 500 ? error.message : undefined

/** Installs an app, or says why not; the lists are asked for again after a success. */
export const useInstall = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (app: StoreApp) => {
      const refusal = refusalOf(app)
      if (refusal !== null) throw new RefusedError(refusal)
      await api.call(installApp, {
        body: { appId: app.id },
        timeoutMs: INSTALL_TIMEOUT_MS,
        reportedBy: 'caller',
      })
    },
    onSuccess: async (_, app) => {
      await refresh(queries)
      showToast({ title: `${app.name} is installed` })
    },
    onError: (error) => {
      if (error instanceof RefusedError) {
        showToast({ title: error.message, tone: 'destructive' })
        return
      }
      const description = detailOf(error)
      showToast({
        title: 'Failed to install app. Please try again.',
        ...(description === undefined ? {} : { description }),
        tone: 'destructive',
      })
    },
  })
}

class RefusedError extends Error {}

/** Uninstalls an app; when that fails nothing changes and a toast says so. */
export const useUninstall = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (app: StoreApp) =>
      api.call(uninstallApp, { body: { appId: app.id }, reportedBy: 'caller' }),
    onSuccess: async (_, app) => {
      await refresh(queries)
      showToast({ title: `${app.name} was removed` })
    },
    onError: () =>
      showToast({
        title: 'Failed to uninstall app. Please try again.',
        tone: 'destructive',
      }),
  })
}
