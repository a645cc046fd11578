import { useCallback, useMemo } from 'react'
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom'
import { createChatActions } from '#src/app/chat-actions.ts'
import { CHAT_PATH, linkToChat } from '#contract/paths.ts'
import { readField } from '#src/lib/read-field.ts'
import { ChatPage } from '#src/features/chat/chat-page.tsx'
import { HeaderBalance } from '#src/app/layout/header-balance.tsx'
import { ChatSidebar } from '#src/app/layout/lazy-chat-sidebar.ts'
import { Page } from '#src/app/layout/page.tsx'

/** A question from Home travels in the router state. In the address, any link could ask in the user's name. */
const readQuestion = (state: unknown): string | null => {
  const question = readField(state, 'question')
  return typeof question === 'string' && question.trim() !== '' ? question : null
}

/** `/chat?id=…` shows a chat, `/chat?app=…` starts one of an app, `/chat` a general one. */
export const ChatScreen = () => {
  const [search] = useSearchParams()
  const { pathname, state, key } = useLocation()
  const navigate = useNavigate()
  const isNewVisit = useNavigationType() === NavigationType.Push
  const chatId = search.get('id')
  const open = useCallback(
    (id: string) => void navigate(linkToChat(id), { replace: true }),
    [navigate],
  )
  const actions = useMemo(
    () => createChatActions({ pathname, navigate: (path) => void navigate(path) }),
    [pathname, navigate],
  )
  return (
    <Page
      title="Chat"
      isFilled
      sidebar={<ChatSidebar activeId={chatId} />}
      status={<HeaderBalance />}
    >
      <ChatPage
        chatId={chatId}
        appId={search.get('app')}
        visit={key}
        question={isNewVisit ? readQuestion(state) : null}
        actions={actions}
        onOpen={open}
        onNew={() => void navigate(CHAT_PATH)}
      />
    </Page>
  )
}
