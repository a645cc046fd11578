import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listChatCommands, type ChatCommand } from '#contract/chat/chat.ts'
import { api } from '#src/platform/auth/page-session.ts'

const NONE: readonly ChatCommand[] = []

/** Returns the commands of a chat, none before `load` is called. `appId` is null for a global chat. */
export const useCommands = (appId: string | null) => {
  const [isWanted, setIsWanted] = useState(false)
  const { data = NONE } = useQuery({
    queryKey: ['chat-commands', appId],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const query = appId === null ? {} : { app_id: appId }
      return api.callForData(listChatCommands, { query, signal })
    },
    staleTime: 60_000,
  })
  return { commands: data, load: () => setIsWanted(true) }
}
