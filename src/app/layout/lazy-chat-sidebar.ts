import { loadable } from '#src/ui/feedback/loadable.tsx'

/** The chats in the sidebar of Home, Chat and Recharge, which load after the page. */
export const ChatSidebar = loadable(
  async () => (await import('#src/app/bodies/chat-sidebar.tsx')).ChatSidebar,
)
