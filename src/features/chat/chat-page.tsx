import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useAppOf } from './app-names.ts'
import { ChatView } from './chat-view.tsx'
import { ClientActionsContext } from '#src/features/chat/conversation/client-actions.ts'
import type { ClientActions } from '#src/features/chat/conversation/client-actions.ts'
import { useConversation } from '#src/features/chat/conversation/use-conversation.ts'
import type { SuggestedQuestion } from './welcome.tsx'

/** What the assistant of the product can do without being told anything. */
const QUESTIONS: readonly SuggestedQuestion[] = [
  { title: 'My balance', content: 'What is my balance?' },
  { title: 'A wallet', content: 'Look up a wallet' },
  { title: 'A token', content: 'Analyse a contract address' },
  { title: 'What can you do?', content: '/help' },
]

const DESCRIPTION = 'Ask about tokens, wallets and your account, or tell the desktop what to do.'

type ChatPageProps = {
  /** The chat in the address; null for one to come, of `appId` or global. */
  chatId: string | null
  appId: string | null
  /** Changes with every visit, so that "New chat" twice gives two. */
  visit: string
  /** A question that was asked on another page; it is sent once. */
  question: string | null
  actions: ClientActions
  onOpen: (chatId: string) => void
  onNew: () => void
}

/** A conversation over the whole page. */
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
  const appOf = useAppOf()
  const app = appId === null ? null : appOf(appId)
  return (
    <ClientActionsContext value={actions}>
      <h1 className="sr-only">{isNew ? 'New chat' : title}</h1>
      <ChatView
        conversation={conversation}
        placeholder={app === null ? 'Ask anything, or type / for commands' : `Ask ${app.title}`}
        onNewChat={onNew}
        welcome={
          app === null
            ? {
                icon: 'chat',
                title: 'What would you like to know?',
                description: DESCRIPTION,
                questions: QUESTIONS,
              }
            : { icon: app.icon, title: app.title, description: '', questions: [] }
        }
      />
    </ClientActionsContext>
  )
}
