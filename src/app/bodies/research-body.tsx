import { useNavigate } from 'react-router-dom'
import { createChat } from '#contract/chat.ts'
import { draftKey, keepDraft } from '#src/features/chat/composer/drafts.ts'
import { ResearchWindow } from '#src/features/research/research-window.tsx'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'
import { api } from '#src/platform/auth/auth.ts'
import { personalStorage } from '#src/platform/auth/personal-storage.ts'
import { linkToChat } from '#src/app/chat-link.ts'

/** A message has room for this many characters; the rest is left out, and said to be. */
const MESSAGE_CHARACTERS = 32_000
const CUT = '\n\n(cut off here)'
const TITLE_CHARACTERS = 100

/** Research, whose digests go into a chat as a message that its person still has to send. */
export const ResearchBody = ({ path }: AppBodyProps) => {
  const navigate = useNavigate()
  return (
    <ResearchWindow
      path={path}
      onShare={async ({ title, markdown }) => {
        const { data } = await api.call(createChat, {
          body: { title: title.slice(0, TITLE_CHARACTERS) },
          reportedBy: 'caller',
        })
        const message =
          markdown.length <= MESSAGE_CHARACTERS
            ? markdown
            : `${markdown.slice(0, MESSAGE_CHARACTERS - CUT.length)}${CUT}`
        keepDraft(personalStorage(), draftKey(data.id, null), message)
        void navigate(linkToChat(data.id))
      }}
    />
  )
}
