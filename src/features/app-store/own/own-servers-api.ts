import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StoreAppDetail, ToolChoice } from '#contract/apps/apps.ts'
import { addOwnApp, checkOwnApp, removeOwnApp, setToolChoices } from '#contract/apps/own-apps.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import { APP_KEY } from '#src/features/app-store/app-query.ts'
import type { OwnServer } from './own-server-config.ts'
import { refreshApps } from '#src/features/app-store/use-install.ts'

/** Time for the server to connect and list its tools. */
const CONNECT_TIMEOUT_MS = 45_000

export const useAddServer = (onAdded: (app: StoreAppDetail) => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ url, name, authorization, header }: OwnServer) =>
      api.callForData(addOwnApp, {
        body: {
          url,
          ...(name === '' ? {} : { name }),
          ...(authorization === '' ? {} : { authorization }),
          ...(header === '' ? {} : { header }),
        },
        timeoutMs: CONNECT_TIMEOUT_MS,
      }),
    onSuccess: async (app) => {
      await refreshApps(queries)
      showToast({ title: `${app.name} was added` })
      onAdded(app)
    },
  })
}

export const useCheckServer = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (accept: string | null) =>
      api.callForData(checkOwnApp, {
        params: { id },
        body: accept === null ? {} : { accept },
        timeoutMs: CONNECT_TIMEOUT_MS,
      }),
    onSuccess: () => refreshApps(queries),
  })
}

export const useRemoveServer = (onRemoved: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(removeOwnApp, { params: { id } }),
    onSuccess: async () => {
      onRemoved()
      await refreshApps(queries)
      showToast({ title: 'The server was removed' })
    },
  })
}

export const useToolChoice = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ tool, choice }: { tool: string; choice: ToolChoice }) =>
      api.callForData(setToolChoices, { params: { id }, body: { choices: { [tool]: choice } } }),
    onSuccess: (detail) => queries.setQueryData([...APP_KEY, id], detail),
    onError: (error) => showFailure('We couldn’t save your choice.', error.message),
  })
}
