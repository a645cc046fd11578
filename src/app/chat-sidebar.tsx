import { useNavigate } from 'react-router-dom'
import { ChatList } from '#src/features/chat/chat-list.tsx'
import { closeCoveringSidebar } from '#src/features/shell/sidebar-store.ts'

const CHAT = '/chat'

export const linkToChat = (chatId: string): string =>
  `${CHAT}?${new URLSearchParams({ id: chatId }).toString()}`

/** The chats in the sidebar of a screen. */
export const ChatSidebar = ({ activeId }: { activeId: string | null }) => {
  const navigate = useNavigate()
  const go = (path: string) => {
    closeCoveringSidebar()
    void navigate(path)
  }
  return (
    <ChatList
      scope="all"
      activeId={activeId}
      onOpen={(id) => go(linkToChat(id))}
      onNew={() => go(CHAT)}
      onDeleted={(id) => {
        if (id === activeId) void navigate(CHAT, { replace: true })
      }}
    />
  )
}
