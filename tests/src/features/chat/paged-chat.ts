import type { ChatMessage } from '#contract/chat/chat.ts'
import type { ChatPage, PagePlace } from '#src/features/chat/conversation/chat-port.ts'
import { message } from './scripted-chat.ts'

/** Returns messages that follow each other after `parent`: a question, its answer, and so on. */
export const chainOf = (
  length: number,
  name: string,
  parent: string | null = null,
): ChatMessage[] =>
  Array.from({ length }, (_, at) =>
    message(`${name}${at}`, at === 0 ? parent : `${name}${at - 1}`, `${name} ${at}`, {
      role: at % 2 === 0 ? 'user' : 'assistant',
    }),
  )

/** Returns a page as the server makes it of all messages of a chat, oldest first. */
export const pageOf = (
  all: readonly ChatMessage[],
  { before, through }: PagePlace,
  limit: number,
): ChatPage => {
  const find = (id: string | null | undefined) => all.find((one) => one.id === id)
  const versionIds = (one: ChatMessage) =>
    all.filter(({ parent_id: parent }) => parent === one.parent_id).map(({ id }) => id)
  let end = find(through) ?? all.at(-1)
  if (before !== undefined) end = find(find(before)?.parent_id)
  else {
    let next = end
    while (next !== undefined) {
      end = next
      const { id } = next
      next = all.findLast(({ parent_id: parent }) => parent === id)
    }
  }
  const messages: ChatMessage[] = []
  for (let one = end; one !== undefined && messages.length < limit; one = find(one.parent_id)) {
    const versions = versionIds(one)
    messages.unshift(versions.length > 1 ? { ...one, versions } : one)
  }
  return { messages, has_older: messages[0] !== undefined && messages[0].parent_id !== null }
}
