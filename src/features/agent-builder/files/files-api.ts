import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addAgentFile,
  deleteAgentFile,
  listAgentFiles,
  type AgentFile,
} from '#contract/apps/agent-files.ts'
import { AGENTS_KEY } from '#src/platform/apps/app-list-changes.ts'
import { api } from '#src/platform/auth/page-session.ts'

const filesKey = (agentId: string | null) => [...AGENTS_KEY, agentId, 'files']

/** Returns the query of an agent's files. Before the agent exists, nothing is read. */
export const useAgentFiles = (agentId: string | null) =>
  useQuery({
    queryKey: filesKey(agentId),
    queryFn:
      agentId === null
        ? skipToken
        : ({ signal }) => api.callForData(listAgentFiles, { params: { id: agentId }, signal }),
  })

/** Adds a file to an agent, or replaces the one of the same name. */
export const useAddFile = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ agentId, ...body }: { agentId: string; name: string; text: string }) =>
      api.callForData(addAgentFile, { params: { id: agentId }, body }),
    onSuccess: (_, { agentId }) => queries.invalidateQueries({ queryKey: filesKey(agentId) }),
  })
}

export const useRemoveFile = (agentId: string | null) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: AgentFile) =>
      api.callForData(deleteAgentFile, { params: { id: agentId ?? '', file_id: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: filesKey(agentId) }),
  })
}
