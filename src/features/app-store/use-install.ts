import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { installApp, uninstallApp, type StoreApp } from '#contract/apps/apps.ts'
import { getFieldProblems, HttpError } from '#src/lib/api/api-error.ts'
import { notifyAddedListsChange, APPS_KEY } from '#src/platform/apps/app-list-changes.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import { APP_KEY, SERVERS_KEY } from './app-query.ts'
import { findInstallRefusal } from '#src/features/app-store/catalog/store-list.ts'

/** The first connection to a server can be slow. */
const INSTALL_TIMEOUT_MS = 45_000

export const refreshApps = (queries: ReturnType<typeof useQueryClient>) => {
  notifyAddedListsChange()
  return Promise.all([
    queries.invalidateQueries({ queryKey: APPS_KEY }),
    queries.invalidateQueries({ queryKey: APP_KEY }),
    queries.invalidateQueries({ queryKey: SERVERS_KEY }),
  ])
}

const INSTALL_FAILED = 'Failed to install app. Please try again.'
const UNINSTALL_FAILED = 'Failed to uninstall app. Please try again.'

/** Returns true if the app requires a key or a sign-in. */
export const needsAccess = (error: unknown): boolean =>
  getFieldProblems(error)['authorization'] !== undefined

/** Returns the server's reason for a failed installation, if it helps the user. */
export const findFailureReason = (error: unknown): string | undefined => {
  const { authorization, server } = getFieldProblems(error)
  const said = authorization ?? server
  if (said !== undefined) return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
  const isPlain = error instanceof HttpError && error.status < 500
  return isPlain && error.message !== INSTALL_FAILED ? error.message : undefined
}

const INSTALL_KEY = ['install-app']

type InstallState = { isInstalling: boolean; error: Error | null }

/** Returns the state of the last installation of each app by its id; several apps can install at once. */
export const useInstallStates = (): ReadonlyMap<string, InstallState> =>
  new Map(
    useMutationState({
      filters: { mutationKey: INSTALL_KEY },
      select: ({ state: { variables, status, error } }): [string, InstallState] => [
        isStoreApp(variables) ? variables.id : '',
        { isInstalling: status === 'pending', error },
      ],
    }),
  )

const isStoreApp = (value: unknown): value is StoreApp =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** Installs an app or shows why not. Fetches the lists of apps again after a success. */
export const useInstall = ({ onNeedsAccess }: { onNeedsAccess: (app: StoreApp) => void }) => {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: INSTALL_KEY,
    mutationFn: async (app: StoreApp) => {
      const refusal = findInstallRefusal(app)
      if (refusal !== null) throw new RefusedError(refusal)
      const data = await api.callForData(installApp, {
        body: { appId: app.id },
        timeoutMs: INSTALL_TIMEOUT_MS,
      })
      if (!data.success) throw new Error(INSTALL_FAILED)
    },
    onSuccess: async (_, app) => {
      await refreshApps(queries)
      showToast({ title: `${app.name} is installed` })
    },
    onError: (error, app) => {
      if (needsAccess(error)) onNeedsAccess(app)
      if (error instanceof RefusedError) {
        showFailure(error.message)
        return
      }
      const description = findFailureReason(error)
      showFailure(INSTALL_FAILED, description)
    },
  })
}

class RefusedError extends Error {}

/** Uninstalls an app. A toast reports a failure, which changes nothing. */
export const useUninstall = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (app: StoreApp) => {
      const data = await api.callForData(uninstallApp, { body: { appId: app.id } })
      if (!data.success) throw new Error(UNINSTALL_FAILED)
    },
    onSuccess: async (_, app) => {
      await refreshApps(queries)
      showToast({ title: `${app.name} was removed` })
    },
    onError: () => showFailure(UNINSTALL_FAILED),
  })
}
