import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  createAgent,
  deleteAgent,
  draftAgent,
  listAgentTools,
  listAgentVersions,
  updateAgent,
  type AgentDefinition,
} from '#contract/apps/agents.ts'
import {
  notifyAddedListsChange,
  AGENTS_KEY,
  APPS_KEY,
} from '#src/platform/apps/app-list-changes.ts'
import { api } from '#src/platform/auth/page-session.ts'

/** A model can take a while. */
const DRAFT_TIMEOUT_MS = 60_000

const refresh = (queries: QueryClient) => {
  notifyAddedListsChange()
  return queries.invalidateQueries({ queryKey: AGENTS_KEY })
}

export const useAgentTools = () =>
  useQuery({
    // Read again whenever an app is installed or removed.
    queryKey: [...APPS_KEY, 'agent-tools'],
    queryFn: ({ signal }) => api.callForData(listAgentTools, { signal }),
  })

export const useDraft = () =>
  useMutation({
    mutationFn: ({ idea, signal }: { idea: string; signal: AbortSignal }) =>
      api.callForData(draftAgent, { body: { idea }, signal, timeoutMs: DRAFT_TIMEOUT_MS }),
  })

export const useVersions = (id: string) =>
  useQuery({
    queryKey: [...AGENTS_KEY, id, 'versions'],
    queryFn: ({ signal }) => api.callForData(listAgentVersions, { params: { id }, signal }),
  })

/** Creates an agent or a preview of one, or changes the one with the id. Returns its id. */
export const useSaveAgent = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({
      id,
      agent,
      isPreview = false,
      previewOf = null,
    }: {
      id: string | null
      agent: AgentDefinition
      isPreview?: boolean
      /** The saved agent whose files a preview quotes. */
      previewOf?: string | null
    }) => {
      const preview = previewOf === null ? {} : { preview_of: previewOf }
      const { data } =
        id === null
          ? await api.call(createAgent, { body: { ...agent, is_preview: isPreview, ...preview } })
          : await api.call(updateAgent, {
              params: { id },
              body: isPreview ? agent : { ...agent, is_preview: false },
            })
      return data.agent_id ?? data.id
    },
    onSuccess: () => refresh(queries),
  })
}

export const useDeleteAgent = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call(deleteAgent, { params: { id } }),
    onSuccess: () => refresh(queries),
  })
}
