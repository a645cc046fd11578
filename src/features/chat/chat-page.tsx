import { formatChatTitle } from '#contract/chat/title.ts'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useDescribeApp } from './app-names.ts'
import { ChatView } from './chat-view.tsx'
import {
  ClientActionsContext,
  type ClientActions,
} from '#src/features/chat/conversation/client-actions.ts'
import { useConversation } from '#src/features/chat/conversation/use-conversation.ts'
import { GLOBAL_PLACEHOLDER, GLOBAL_WELCOME } from './welcome.tsx'

type ChatPageProps = {
  /** The chat in the address; null for a new one, of `appId` or global. */
  chatId: string | null
  appId: string | null
  /** Changes with every visit, so that choosing "New chat" twice opens two chats. */
  visit: string
  /** A question from another page. It is sent once. */
  question: string | null
  actions: ClientActions
  onOpen: (chatId: string) => void
  onNew: () => void
}

export const ChatPage = ({
  chatId,
  appId,
  visit,
  question,
  actions,
  onOpen,
  onNew,
}: ChatPageProps) => {
  const conversation = useConversation({ chatId, appId, round: visit, onCreated: onOpen })
  const title = useStore(conversation.store, (state) => state.title)
  const isNew = useStore(conversation.store, (state) => state.messages.length === 0)
  const sent = useRef<string | null>(null)
  useEffect(() => {
    if (question === null || sent.current === visit) return
    sent.current = visit
    void conversation.send(question)
  }, [question, visit, conversation])
  const describeApp = useDescribeApp()
  const app = appId === null ? null : describeApp(appId)
  return (
    <ClientActionsContext value={actions}>
      <h1 className="sr-only">{isNew ? formatChatTitle('') : title}</h1>
      <ChatView
        conversation={conversation}
        placeholder={app === null ? GLOBAL_PLACEHOLDER : `Ask ${app.title}`}
        onNewChat={onNew}
        welcome={
          app === null
            ? GLOBAL_WELCOME
            : { icon: app.icon, title: app.title, description: '', questions: [] }
        }
      />
    </ClientActionsContext>
  )
}
