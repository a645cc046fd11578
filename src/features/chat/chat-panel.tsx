import PanelLeft from 'lucide-react/icons/panel-left'
import SquarePen from 'lucide-react/icons/square-pen'
import { useCallback, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { AppIconSource } from '#src/ui/icons/app-icon.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { ChatView } from './chat-view.tsx'
import { ClientActionsContext } from '#src/features/chat/conversation/client-actions.ts'
import type { ClientActions } from '#src/features/chat/conversation/client-actions.ts'
import { useRememberedChats } from '#src/features/chat/list/use-chats.ts'
import { useConversation } from '#src/features/chat/conversation/use-conversation.ts'
import type { SuggestedQuestion } from './welcome.tsx'

const ChatList = loadable(
  async () => (await import('#src/features/chat/list/chat-list.tsx')).ChatList,
)

type ChatPanelProps = {
  /** Of an installed app its id, of an agent `agent:` and its id. */
  appId: string
  title: string
  icon: AppIconSource
  welcomeDescription?: string | null
  suggestedQuestions?: readonly SuggestedQuestion[]
  /** What the page can do when an answer asks for it. */
  actions: ClientActions
}

/** The chats of one app in a window or beside something else, from 300 px of width on. It fills its parent. */
export const ChatPanel = ({
  appId,
  title,
  icon,
  welcomeDescription,
  suggestedQuestions = [],
  actions,
}: ChatPanelProps) => {
  const [chatId, setChatId] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [isListOpen, setIsListOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const conversation = useConversation({ chatId, appId, round, onCreated: setChatId })
  const shownTitle = useStore(conversation.store, (state) =>
    state.messages.length === 0 && state.chatId === null ? 'New chat' : state.title,
  )
  useRememberedChats(appId)
  const startNew = useCallback(() => {
    setChatId(null)
    setRound((count) => count + 1)
    setIsListOpen(false)
  }, [])
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
            <div
              className="absolute inset-y-0 left-0 z-10 flex w-64 max-w-[85%] flex-col border-r bg-surface pt-3 shadow-high @3xl:static @3xl:shadow-none"
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return
                event.stopPropagation()
                setIsListOpen(false)
                toggle.current?.focus()
              }}
            >
              <ChatList
                scope={{ appId }}
                activeId={chatId}
                onNew={startNew}
                onOpen={(id) => {
                  setChatId(id)
                  setIsListOpen(false)
                }}
                onDeleted={(id) => {
                  if (id === chatId) startNew()
                }}
              />
            </div>
          )}
          <div className="min-w-0 flex-1">
            <ChatView
              conversation={conversation}
              placeholder={`Ask ${title}`}
              onNewChat={startNew}
              welcome={{
                icon,
                title,
                description: welcomeDescription ?? '',
                questions: suggestedQuestions,
              }}
            />
          </div>
        </div>
      </div>
    </ClientActionsContext>
  )
}
