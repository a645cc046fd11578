import { getChat, type Chat, type ChatMessage } from '#contract/chat/chat.ts'
import type { MessagePart } from '#contract/chat/parts.ts'
import { formatDate } from '#src/lib/dates.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { getShownThread, ROOT } from '#src/features/chat/thread/thread.ts'

const MAX_NAME = 60

/** Saves the newest thread of a chat as a Markdown file. Rejects with the error of the server. */
export const saveChat = async (chat: Chat): Promise<void> => {
  const messages = await readThread(chat.id)
  const name = chat.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '')
  saveFile(
    new Blob([formatChat(chat, messages)], { type: 'text/markdown' }),
    `${name.slice(0, MAX_NAME) || 'chat'}.md`,
  )
}

const readThread = async (id: string): Promise<ChatMessage[]> => {
  const messages: ChatMessage[] = []
  let before: string | undefined
  for (;;) {
    const data = await api.callForData(getChat, {
      params: { id },
      query: before === undefined ? {} : { before },
    })
    messages.unshift(...data.messages)
    before = data.messages[0]?.id
    if (data.has_older !== true || before === undefined) break
  }
  const top = messages[0]?.parent_id ?? ROOT
  return getShownThread({ messages, chosen: {}, top }).map(({ message }) => message)
}

/** Returns questions and answers one below the other; of a tool only its name and what it failed with. */
export const formatChat = (chat: Chat, messages: readonly ChatMessage[]): string =>
  [
    `# ${chat.title}`,
    ...messages.map(
      ({ role, engine, parts, created_at: at }) =>
        `## ${role === 'user' ? 'You' : (engine ?? 'Assistant')} · ${formatDate(at, 'date and clock')}\n\n${parts
          .map(formatPart)
          .filter((text) => text !== '')
          .join('\n\n')}`,
    ),
  ].join('\n\n') + '\n'

const formatPart = (part: MessagePart): string => {
  switch (part.type) {
    case 'text':
      return part.text.trim()
    case 'tool':
      return `> ${part.title ?? part.tool} (${part.app})${part.error == null ? '' : `: ${part.error}`}`
    case 'notice':
      return `> ${part.message}`
    case 'digest':
      return [
        `> ${part.title}`,
        ...part.answer.map(({ text, cites }) => `${text} ${cites.map((n) => `[${n}]`).join('')}`),
        part.sources.map(({ n, title, url }) => `${n}. [${title}](${url})`).join('\n'),
      ].join('\n\n')
    case 'follow_ups':
      return ''
  }
}
