import { createStore } from 'zustand/vanilla'
import { formatChatTitle } from '#contract/chat/title.ts'
import type { Chat } from '#contract/chat/chat.ts'
import { EMPTY_OUTBOX, type Outbox } from '#src/features/chat/composer/outbox.ts'
import type { ChatPort } from './chat-port.ts'
import { EMPTY_HISTORY, type History } from './history.ts'
import type { Problem } from './problem.ts'

/** A request that did not reach the server, or was refused. `retry` repeats it with the same idempotency key. */
type Unsent = { readonly problem: Problem; readonly retry: () => void }

export type ConversationState = History & {
  readonly chatId: string | null
  /** The app of the chat; null for a global one, and for one that has not been read yet. */
  readonly appId: string | null
  readonly title: string
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why it could not be loaded, or why the answer stopped coming. */
  readonly problem: Problem | null
  readonly isRunning: boolean
  readonly isStopping: boolean
  readonly unsent: Unsent | null
  /** An unsent message to return to the composer. */
  readonly returned: string
}

export type ConversationOptions = {
  readonly port: ChatPort
  readonly appId: string | null
  readonly chatId: string | null
  readonly outbox?: Outbox
  /** Called when the first message has created the chat. */
  readonly onCreated?: (chatId: string) => void
  /** Called with the chat when its title or time changed. */
  readonly onChanged?: (chat: Chat) => void
  readonly flushMs?: number
  readonly now?: () => number
}

/** Minimum time between renders of arriving text. */
const FLUSH_MS = 50

/** Creates what the parts of one conversation share: its state, the server and the outbox. */
export const createContext = ({
  port,
  appId,
  chatId,
  outbox = EMPTY_OUTBOX,
  onCreated,
  onChanged,
  flushMs = FLUSH_MS,
  now = Date.now,
}: ConversationOptions) => {
  const store = createStore<ConversationState>(() => ({
    ...EMPTY_HISTORY,
    chatId,
    appId,
    title: formatChatTitle(''),
    phase: chatId === null ? 'ready' : 'loading',
    problem: null,
    isRunning: false,
    isStopping: false,
    unsent: null,
    returned: outbox.read(chatId),
  }))
  const { getState: state, setState: set } = store
  /** The chat as the server last returned it. */
  let known: Chat | null = null
  const timeNow = () => new Date(now()).toISOString()
  const announce = () => {
    if (known !== null) onChanged?.({ ...known, title: state().title, updated_at: timeNow() })
  }
  return {
    port,
    outbox,
    flushMs,
    store,
    state,
    set,
    timeNow,
    announce,
    setKnown: (chat: Chat) => {
      known = chat
    },
    /** Returns the id of the chat. Creates the chat at its first message. */
    ensureChat: async (): Promise<string> => {
      const { chatId: existing } = state()
      if (existing !== null) return existing
      known = await port.create(appId)
      outbox.keep(known.id, outbox.read(null))
      outbox.keep(null, '')
      set({ chatId: known.id })
      onCreated?.(known.id)
      announce()
      return known.id
    },
  }
}

export type ConversationContext = ReturnType<typeof createContext>
