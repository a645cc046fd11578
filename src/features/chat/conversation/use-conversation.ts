import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from './conversation.ts'
import { getConversation, newConversation } from './conversations.ts'
import { useUserId } from '#src/features/chat/use-user-id.ts'

/**
 * The conversation of a chat, or of one to come (`chatId` null; of `appId`, or global). `round` asks for another new
 * one; `onCreated` hears the id that the first message brings.
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
  const [made, setMade] = useState(() => ({ wanted, fresh: newConversation(userId, appId) }))
  if (made.wanted !== wanted) setMade({ wanted, fresh: newConversation(userId, appId) })
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
