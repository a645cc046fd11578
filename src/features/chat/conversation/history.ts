import type { ChatMessage } from '#contract/chat/chat.ts'
import { isAbort } from '#src/lib/api/api-error.ts'
import type { ChatPage, ChatPort } from './chat-port.ts'
import { toProblem, type Problem } from './problem.ts'
import {
  isLocal,
  keepKeys,
  getParentKey,
  ROOT,
  listVersionIds,
  type Thread,
} from '#src/features/chat/thread/thread.ts'

/** The loaded messages of a chat. A long chat is loaded from its end upward. */
export type History = Thread & {
  readonly older: 'idle' | 'loading' | 'failed'
  /** True while another version is being loaded. */
  readonly isSwitching: boolean
}

export const EMPTY_HISTORY: History = {
  messages: [],
  chosen: {},
  top: ROOT,
  older: 'idle',
  isSwitching: false,
}

/**
 * Merges the newest page into the known messages. Older messages stay if they and the page form one thread. Otherwise
 * messages between them are missing, and only the page stays.
 */
export const withNewestPage = (
  { messages: before, top }: Pick<Thread, 'messages' | 'top'>,
  { messages: read, has_older: hasOlder = false }: ChatPage,
): Pick<Thread, 'messages' | 'top'> => {
  const stored = before.filter(({ id }) => !isLocal(id))
  const known = new Map(stored.map((message) => [message.id, message]))
  const isOneThread = read.some(
    (message) =>
      known.has(message.id) || known.has(getParentKey(message)) || getParentKey(message) === top,
  )
  const isRead = new Set(read.map(({ id }) => id))
  const kept = isOneThread ? stored.filter(({ id }) => !isRead.has(id)) : []
  let key = read[0] === undefined || !hasOlder ? ROOT : getParentKey(read[0])
  for (let above = known.get(key); kept.length > 0 && above !== undefined; above = known.get(key)) {
    key = getParentKey(above)
  }
  return { messages: [...kept, ...keepKeys(read, before)], top: key }
}

/** Returns `messages` after those of `read` that they lack. */
const withEarlier = (
  messages: readonly ChatMessage[],
  read: readonly ChatMessage[],
): readonly ChatMessage[] => {
  const known = new Set(messages.map(({ id }) => id))
  return [...read.filter(({ id }) => !known.has(id)), ...messages]
}

type State = History & { readonly chatId: string | null; readonly problem: Problem | null }

type HistoryOptions = {
  readonly port: ChatPort
  readonly state: () => State
  readonly set: (change: (before: State) => Partial<State>) => void
}

/** Returns the thread from a version down, loaded from its end upward. Empty if the version is not found. */
const readVersion = async (
  port: ChatPort,
  chatId: string,
  id: string,
  signal: AbortSignal,
): Promise<readonly ChatMessage[]> => {
  let page = await port.read(chatId, signal, { through: id })
  let messages = page.messages
  for (;;) {
    const start = messages.findIndex((message) => message.id === id)
    const first = page.messages[0]
    if (start !== -1) return messages.slice(start)
    if (first === undefined || page.has_older !== true) return []
    page = await port.read(chatId, signal, { before: first.id })
    messages = [...page.messages, ...messages]
  }
}

/** Reads what the newest page of a chat leaves out: older messages, and versions that are not shown. */
export const createHistory = ({ port, state, set }: HistoryOptions) => {
  let olderRead: AbortController | null = null
  let versionRead: AbortController | null = null

  const loadOlder = async (): Promise<void> => {
    const { chatId, messages, top, older } = state()
    const first = messages.find((message) => getParentKey(message) === top && !isLocal(message.id))
    if (chatId === null || first === undefined || top === ROOT || older === 'loading') return
    const controller = new AbortController()
    olderRead = controller
    set(() => ({ older: 'loading' }))
    try {
      const page = await port.read(chatId, controller.signal, { before: first.id })
      const [oldest] = page.messages
      set((before) =>
        // The thread may have become another one meanwhile.
        before.top === top
          ? {
              older: 'idle',
              messages: withEarlier(before.messages, page.messages),
              top: page.has_older === true && oldest !== undefined ? getParentKey(oldest) : ROOT,
            }
          : { older: 'idle' },
      )
    } catch (error) {
      set(() => ({ older: isAbort(error) ? 'idle' : 'failed' }))
    }
  }

  /** Shows another version of what follows `parent`; counted from 0, oldest first. */
  const showVersion = async (parent: string, index: number): Promise<void> => {
    const { chatId, messages } = state()
    const wanted = listVersionIds(messages.filter((message) => getParentKey(message) === parent))[
      index
    ]
    if (wanted === undefined) return
    const choose = ({ chosen }: State) => ({ chosen: { ...chosen, [parent]: wanted } })
    if (chatId === null || messages.some(({ id }) => id === wanted)) {
      set(choose)
      return
    }
    cancelVersion()
    const controller = new AbortController()
    versionRead = controller
    set(() => ({ isSwitching: true, problem: null }))
    try {
      const read = await readVersion(port, chatId, wanted, controller.signal)
      if (versionRead !== controller) return
      set((before) =>
        before.messages.some((message) => getParentKey(message) === parent)
          ? { ...choose(before), messages: withEarlier(before.messages, read) }
          : {},
      )
    } catch (error) {
      if (!isAbort(error)) set(() => ({ problem: toProblem(error) }))
    } finally {
      if (versionRead === controller) set(() => ({ isSwitching: false }))
    }
  }

  const cancelVersion = () => {
    versionRead?.abort()
    versionRead = null
    if (state().isSwitching) set(() => ({ isSwitching: false }))
  }

  return {
    loadOlder,
    showVersion,
    /** Stops loading a version, which would replace a question asked since. */
    cancelVersion,
    close: () => {
      olderRead?.abort()
      cancelVersion()
    },
  }
}
