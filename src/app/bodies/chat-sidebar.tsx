import { useNavigate } from 'react-router-dom'
import { CHAT_PATH, linkToChat } from '#contract/paths.ts'
import { ChatList } from '#src/features/chat/list/chat-list.tsx'
import { sidebar } from '#src/app/layout/sidebar-store.ts'

export const ChatSidebar = ({ activeId }: { activeId: string | null }) => {
  const navigate = useNavigate()
  const go = (path: string) => {
    sidebar.closeCovering()
    void navigate(path)
  }
  return (
    <ChatList
      scope="all"
      activeId={activeId}
      onOpen={(id) => go(linkToChat(id))}
      onNew={() => go(CHAT_PATH)}
      onDeleted={(id) => {
        if (id === activeId) void navigate(CHAT_PATH, { replace: true })
      }}
    />
  )
}
