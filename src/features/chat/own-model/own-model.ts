import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnsweredBy, getChatModel, type ChatModel } from '#contract/chat/chat-model.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { useConfig } from '#src/platform/config/config-store.ts'
import { useUserId } from '#src/platform/auth/auth-store.ts'

const STORAGE_KEY = 'chat-answered-by'

export const ownModelKey = (userId: string) => ['chat-model', userId] as const

/** Returns the user's own model; null without one, undefined while loading. */
export const useOwnModel = (): { model: ChatModel | null | undefined; error: Error | null } => {
  const userId = useUserId()
  const isOffered = useConfig()?.user_models === true
  const query = useQuery({
    queryKey: ownModelKey(userId),
    enabled: isOffered && userId !== '',
    queryFn: ({ signal }) => api.callForData(getChatModel, { signal }),
  })
  return { model: query.data, error: query.error }
}

/** Returns the user's choice of who answers; undefined for their own model. The server ignores it if they have none. */
export const readAnsweredBy = (): AnsweredBy | undefined =>
  AnsweredBy.safeParse(getPersonalStorage().get(STORAGE_KEY)).data

/** Returns the user's choice of who answers, and the function that changes it in this browser. */
export const useAnsweredBy = (): [AnsweredBy, (chosen: AnsweredBy) => void] => {
  const [answeredBy, setAnsweredBy] = useState<AnsweredBy>(() => readAnsweredBy() ?? 'own')
  return [
    answeredBy,
    (chosen) => {
      getPersonalStorage().set(STORAGE_KEY, chosen)
      setAnsweredBy(chosen)
    },
  ]
}
