import { useNavigate } from 'react-router-dom'
import { CHAT_PATH, DESKTOP_PATH, parseChatId, linkToChat } from '#contract/paths.ts'
import { shareDigestInto } from '#src/features/chat/conversation/share-digest.ts'
import { ResearchWindow } from '#src/features/research/research-window.tsx'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { showToast } from '#src/ui/toast/toast-store.ts'

/** Shares digests into the chat that is open on the desktop, else into a new one. */
export const ResearchBody = ({ windowId, path }: AppBodyProps) => {
  const navigate = useNavigate()
  const share = async (researchId: string): Promise<void> => {
    const { pathname } = window.location
    const isOnDesktop = pathname === DESKTOP_PATH
    const chat = isOnDesktop ? windows.findByPath(CHAT_PATH) : undefined
    const link = linkToChat(
      await shareDigestInto(researchId, chat === undefined ? null : parseChatId(chat.path)),
    )
    if (window.location.pathname !== pathname) {
      showToast({ title: 'Digest shared', description: 'It waits for you in Chat.' })
    } else if (isOnDesktop) openApp(link)
    else void navigate(link)
  }
  return <ResearchWindow windowId={windowId} path={path} onShare={share} />
}
