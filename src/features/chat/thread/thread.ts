import {
  withEvent,
  type ChatEvent,
  type ClientAction,
  type MessagePart,
} from '#contract/chat/parts.ts'
import type { ChatMessage } from '#contract/chat/chat.ts'

const LOCAL = 'local:'
/** Returns the id of a message that the server does not know yet. */
export const createLocalId = (count: number): string => `${LOCAL}${count}`
export const isLocal = (id: string): boolean => id.startsWith(LOCAL)

/** The parent id of the first message of a chat. */
export const ROOT = 'root'

/** The chosen message among several with the same parent, by parent id. */
export type Choices = Readonly<Record<string, string>>

export type Thread = {
  readonly messages: readonly ChatMessage[]
  readonly chosen: Choices
  /** The parent of the first message shown: `ROOT`, or the id of a message that is not loaded yet. */
  readonly top: string
}

export type ThreadRow = {
  readonly message: ChatMessage
  /** Ids of all its versions, loaded or not, oldest first, including itself. */
  readonly versions: readonly string[]
}

/** Returns the thread without its local messages, and the text of the question among them. */
export const removeLocal = (
  messages: readonly ChatMessage[],
  chosen: Choices,
): { messages: readonly ChatMessage[]; chosen: Choices; text: string } => {
  const question = messages.find(({ id, role }) => isLocal(id) && role === 'user')
  return {
    messages: messages.filter(({ id }) => !isLocal(id)),
    chosen: Object.fromEntries(Object.entries(chosen).filter(([, id]) => !isLocal(id))),
    text: question === undefined ? '' : getMessageText(question),
  }
}

export const getParentKey = ({ parent_id: parentId }: Pick<ChatMessage, 'parent_id'>): string =>
  parentId ?? ROOT

/** Returns the React key of a message. It stays the same when the server assigns an id. */
export const getRowKey = (message: ChatMessage): string =>
  typeof message['row_key'] === 'string' ? message['row_key'] : message.id

/** Returns reloaded messages with the keys of the rows that show them. */
export const keepKeys = (
  read: readonly ChatMessage[],
  before: readonly ChatMessage[],
): readonly ChatMessage[] => {
  const keys = new Map(before.map((message) => [message.id, getRowKey(message)]))
  return read.map((message) => {
    const key = keys.get(message.id)
    return key === undefined || key === message.id ? message : { ...message, row_key: key }
  })
}

type Renaming = { from: string; to: string; change: Partial<ChatMessage> }

/** Returns the thread with the final id of a message wherever the message is named. */
export const withFinalId = (
  { messages, chosen }: { messages: readonly ChatMessage[]; chosen: Choices },
  { from, to, change }: Renaming,
): { messages: readonly ChatMessage[]; chosen: Choices } => ({
  messages: messages
    // The message may already have arrived by news from another tab.
    .filter(({ id }) => id !== to)
    .map((message) =>
      message.id === from
        ? { ...message, ...change, id: to }
        : message.parent_id === from
          ? { ...message, parent_id: to }
          : message,
    ),
  chosen: Object.fromEntries(
    Object.entries(chosen).map(([key, id]) => [key === from ? to : key, id === from ? to : id]),
  ),
})

/** Returns the ids of all versions, loaded or not, of messages with one parent, oldest first. */
export const listVersionIds = (loaded: readonly ChatMessage[]): readonly string[] => {
  const ids = loaded.map(({ id }) => id)
  let listed: readonly string[] = []
  // The list only grows, so the longest one is the newest.
  for (const { versions = [] } of loaded) if (versions.length > listed.length) listed = versions
  return listed.length === 0 ? ids : [...new Set([...listed, ...ids])]
}

/** Returns the ids of the newest message and of those that lead to it. */
const findNewestThread = (messages: readonly ChatMessage[]): ReadonlySet<string> => {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const ids = new Set<string>()
  let message = messages.at(-1)
  while (message !== undefined && !ids.has(message.id)) {
    ids.add(message.id)
    message = byId.get(getParentKey(message))
  }
  return ids
}

/**
 * Returns what is shown of a tree of messages, from the top along the chosen versions. Where none is chosen, it follows
 * the newest message, and below other versions the newest one.
 */
export const getShownThread = ({ messages, chosen, top }: Thread): ThreadRow[] => {
  const known = new Set(messages.map(({ id }) => id))
  const newest = findNewestThread(messages)
  const byParent = new Map<string, ChatMessage[]>()
  for (const message of messages) {
    const key = getParentKey(message)
    // A message whose parent is gone starts a thread of its own.
    const place = known.has(key) ? key : top
    const beside = byParent.get(place)
    if (beside === undefined) byParent.set(place, [message])
    else beside.push(message)
  }
  const rows: ThreadRow[] = []
  let key = top
  // The limit ends a cycle of parents.
  while (rows.length < messages.length) {
    const beside = byParent.get(key) ?? []
    const message =
      beside.find(({ id }) => id === chosen[key]) ??
      beside.find(({ id }) => newest.has(id)) ??
      beside.at(-1)
    if (message === undefined) break
    rows.push({ message, versions: listVersionIds(beside) })
    key = message.id
  }
  return rows
}

/** Returns a message after one more event of its answer. Ignores repeated events. */
export const applyEvent = (message: ChatMessage, event: ChatEvent): ChatMessage => {
  if (event.seq <= message.last_seq) return message
  const next = { ...message, last_seq: event.seq }
  switch (event.type) {
    case 'start':
      return { ...next, engine: event.engine, status: 'streaming' }
    case 'error':
      return { ...next, error: { code: event.code, message: event.message } }
    case 'end':
      // An answer that continues after an approval is already paid.
      return event.points === 0
        ? { ...next, status: event.status }
        : { ...next, status: event.status, points: event.points, is_refunded: event.is_refunded }
    case 'text':
    case 'tool':
    case 'notice':
    case 'follow_ups':
      return { ...next, parts: withEvent(message.parts, event) }
  }
}

/** Returns the text of a message, without tool calls and notices. */
export const getMessageText = ({ parts }: { parts: readonly MessagePart[] }): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')

export const isWaiting = (message: ChatMessage, state: 'needs_approval' | 'needs_input'): boolean =>
  message.parts.some((part) => part.type === 'tool' && part.state === state)

/** Returns true if the event of a tool has an action that the page can run now. */
export const hasClientAction = (event: {
  state: string
  client_action?: ClientAction | undefined
}): boolean => event.state === 'done' && event.client_action !== undefined
