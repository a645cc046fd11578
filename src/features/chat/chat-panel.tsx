import { formatChatTitle } from '#contract/chat/title.ts'
import PanelLeft from 'lucide-react/icons/panel-left'
import SquarePen from 'lucide-react/icons/square-pen'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useWindowTitle } from '#src/platform/windows/window-title.ts'
import type { AppIconSource } from '#src/ui/icons/app-icon.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { ChatView } from './chat-view.tsx'
import {
  ClientActionsContext,
  type ClientActions,
} from '#src/features/chat/conversation/client-actions.ts'
import { useRememberedChats } from '#src/features/chat/list/use-chats.ts'
import { useConversation } from '#src/features/chat/conversation/use-conversation.ts'
import type { SuggestedQuestion, WelcomeText } from './welcome.tsx'

const ChatList = loadable(
  async () => (await import('#src/features/chat/list/chat-list.tsx')).ChatList,
)

type ChatPanelProps = {
  /** The id of an installed app, or `agent:` and the id of an agent. Null for global chats, which list all chats. */
  appId: string | null
  /** The chat shown; null for a new one, which has no id before its first message. */
  chatId: string | null
  onChat: (chatId: string | null) => void
  placeholder: string
  welcome: WelcomeText
  actions: ClientActions
  /** Returns, once, a question that was asked elsewhere. It is sent in the new chat. */
  takeQuestion?: () => string | null
}

/** Chats in a window or beside something else, from 300 px of width on. It fills its parent. */
export const ChatPanel = ({
  appId,
  chatId,
  onChat,
  placeholder,
  welcome,
  actions,
  takeQuestion,
}: ChatPanelProps) => {
  const [round, setRound] = useState(0)
  const [isListOpen, setIsListOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const conversation = useConversation({ chatId, appId, round, onCreated: onChat })
  const shownTitle = useStore(conversation.store, (state) =>
    state.messages.length === 0 && state.chatId === null ? formatChatTitle('') : state.title,
  )
  useWindowTitle(chatId === null ? null : shownTitle)
  const scope = appId === null ? 'all' : { appId }
  useRememberedChats(scope)
  const isNew = chatId === null
  useEffect(() => {
    const question = isNew ? (takeQuestion?.() ?? null) : null
    if (question !== null) void conversation.send(question)
  }, [isNew, conversation, takeQuestion])
  const startNew = () => {
    onChat(null)
    setRound((count) => count + 1)
    setIsListOpen(false)
  }
  return (
    <ClientActionsContext value={actions}>
      <div className="@container flex h-full min-h-0 flex-col bg-canvas">
        <div className="flex h-11 shrink-0 items-center gap-1 border-b bg-surface px-2">
          <IconButton
            ref={toggle}
            label={isListOpen ? 'Hide chats' : 'Show chats'}
            aria-expanded={isListOpen}
            icon={<PanelLeft size={16} />}
            onClick={() => setIsListOpen(!isListOpen)}
          />
          <p className="min-w-0 flex-1 truncate text-center text-ui font-medium">{shownTitle}</p>
          <IconButton label="New chat" icon={<SquarePen size={16} />} onClick={startNew} />
        </div>
        <div className="relative flex min-h-0 flex-1">
          {isListOpen && (
            <ListDrawer
              onClose={() => {
                setIsListOpen(false)
                toggle.current?.focus()
              }}
            >
              <ChatList
                scope={scope}
                activeId={chatId}
                onNew={startNew}
                onOpen={(id) => {
                  onChat(id)
                  setIsListOpen(false)
                }}
                onDeleted={(id) => {
                  if (id === chatId) startNew()
                }}
              />
            </ListDrawer>
          )}
          <div className="min-w-0 flex-1">
            <ChatView
              conversation={conversation}
              placeholder={placeholder}
              onNewChat={startNew}
              welcome={welcome}
            />
          </div>
        </div>
      </div>
    </ClientActionsContext>
  )
}

/** The list beside the chat, or over it where there is no room; Escape closes it. */
const ListDrawer = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <div
    className="absolute inset-y-0 left-0 z-10 flex w-64 max-w-[85%] flex-col border-r bg-surface pt-3 shadow-high @3xl:static @3xl:shadow-none"
    onKeyDown={(event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onClose()
    }}
  >
    {children}
  </div>
)

type AppChatPanelProps = Pick<ChatPanelProps, 'actions'> & {
  appId: string
  title: string
  icon: AppIconSource
  welcomeDescription?: string | null
  suggestedQuestions?: readonly SuggestedQuestion[]
}

export const AppChatPanel = ({
  appId,
  title,
  icon,
  welcomeDescription,
  suggestedQuestions = [],
  actions,
}: AppChatPanelProps) => {
  const [chatId, setChatId] = useState<string | null>(null)
  return (
    <ChatPanel
      appId={appId}
      chatId={chatId}
      onChat={setChatId}
      placeholder={`Ask ${title}`}
      welcome={{
        icon,
        title,
        description: welcomeDescription ?? '',
        questions: suggestedQuestions,
      }}
      actions={actions}
    />
  )
}
