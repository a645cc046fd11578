import { useCallback } from 'react'
import { desktopChatActions } from '#src/app/chat-actions.ts'
import { CHAT_PATH, parseChatId, linkToChat } from '#contract/paths.ts'
import { ChatPanel } from '#src/features/chat/chat-panel.tsx'
import { GLOBAL_PLACEHOLDER, GLOBAL_WELCOME } from '#src/features/chat/welcome.tsx'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { getWindowKey } from '#src/platform/apps/app-path.ts'
import { takeQuestion, useAskedCount } from '#src/app/ask-chat.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** Shows all chats in a window; its address names the open one. */
export const ChatBody = ({ windowId, path }: AppBodyProps) => {
  const asked = useAskedCount()
  const isFirst = getWindowKey(path) === CHAT_PATH
  const show = useCallback(
    (id: string | null) => windows.setPath(windowId, id === null ? CHAT_PATH : linkToChat(id)),
    [windowId],
  )
  return (
    <ChatPanel
      // Each question begins a chat in the app's first window.
      key={isFirst ? asked : 0}
      {...(isFirst ? { takeQuestion } : {})}
      appId={null}
      chatId={parseChatId(path)}
      onChat={show}
      placeholder={GLOBAL_PLACEHOLDER}
      welcome={GLOBAL_WELCOME}
      actions={desktopChatActions}
    />
  )
}
