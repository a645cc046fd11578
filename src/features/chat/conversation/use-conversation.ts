import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from './conversation.ts'
import { getConversation, startConversation } from './conversations.ts'
import { useUserId } from '#src/platform/auth/auth-store.ts'

/**
 * Returns the conversation of a chat, or a new one (`chatId` null) of `appId` or global. Another `round` starts another
 * new one. `onCreated` gets the id when the first message has created the chat.
 */
export const useConversation = ({
  chatId,
  appId,
  round,
  onCreated,
}: {
  chatId: string | null
  appId: string | null
  round: string | number
  onCreated: (chatId: string) => void
}): Conversation => {
  const userId = useUserId()
  const wanted = JSON.stringify([userId, appId, round])
  const [made, setMade] = useState(() => ({ wanted, fresh: startConversation(userId, appId) }))
  if (made.wanted !== wanted) setMade({ wanted, fresh: startConversation(userId, appId) })
  const { fresh } = made
  const conversation = useMemo(
    () => (chatId === null ? fresh : getConversation(userId, chatId)),
    [chatId, fresh, userId],
  )
  const knownId = useStore(conversation.store, (state) => state.chatId)
  useEffect(() => {
    if (chatId === null && knownId !== null) onCreated(knownId)
  }, [chatId, knownId, onCreated])
  return conversation
}
