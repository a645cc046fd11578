import { createStore } from 'zustand/vanilla'
import type { ChatEvent } from '#contract/chat/parts.ts'
import { chatTitle } from '#contract/chat/title.ts'
import type { Chat, ChatMessage } from '#contract/chat/chat.ts'
import { HttpError, isAbort } from '#src/lib/api/api-error.ts'
import { randomId } from '#src/lib/random-id.ts'
import type { ApproveBody, ChatPort, SendBody } from './chat-port.ts'
import type { ConversationState } from './conversation-state.ts'
import { createHistory, EMPTY_HISTORY, withNewestPage } from '#src/features/chat/list/history.ts'
import { EMPTY_OUTBOX } from '#src/features/chat/composer/outbox.ts'
import type { Outbox } from '#src/features/chat/composer/outbox.ts'
import { problemOf } from './problem.ts'
import * as thread from '#src/features/chat/thread/thread.ts'
import { isLocal, localId, parentKey } from '#src/features/chat/thread/thread.ts'

/** Text arrives faster than it can be read; the page is drawn this often at most. */
const FLUSH_MS = 50

/** A stopped answer says so at once; after this long without a word the page asks how things stand. */
const STOP_PATIENCE_MS = 4_000

export type ConversationOptions = {
  readonly port: ChatPort
  readonly appId: string | null
  readonly chatId: string | null
  readonly outbox?: Outbox
  /** Called when the first message has made the chat. */
  readonly onCreated?: (chatId: string) => void
  /** Called with the chat whenever it is not as others know it any more. */
  readonly onChanged?: (chat: Chat) => void
  readonly flushMs?: number
  readonly now?: () => number
}

/** One chat: loaded, answered, stopped, resumed. It continues while it is not shown. */
export const createConversation = ({
  port,
  appId,
  chatId: firstId,
  outbox = EMPTY_OUTBOX,
  onCreated,
  onChanged,
  flushMs = FLUSH_MS,
  now = Date.now,
}: ConversationOptions) => {
  const store = createStore<ConversationState>(() => ({
    ...EMPTY_HISTORY,
    chatId: firstId,
    title: chatTitle(''),
    phase: firstId === null ? 'ready' : 'loading',
    problem: null,
    isRunning: false,
    isStopping: false,
    unsent: null,
    returned: outbox.read(firstId),
  }))
  const { getState: state, setState: set } = store
  const history = createHistory({ port, state, set })
  /** Calls that arrived while this page was listening, whose action has not been shown yet. */
  const freshActions = new Set<string>()
  let run: AbortController | null = null
  let reading: AbortController | null = null
  /** The chat may have changed elsewhere while it could not be read here. */
  let isOutdated = false
  /** The chat as the server knew it last. */
  let known: Chat | null = null
  let localCount = 0

  const timeNow = () => new Date(now()).toISOString()

  const changed = () => {
    if (known !== null) onChanged?.({ ...known, title: state().title, updated_at: timeNow() })
  }

  const newMessage = (
    role: ChatMessage['role'],
    parentId: string | null,
    parts: ChatMessage['parts'],
  ): ChatMessage => {
    localCount += 1
    const id = localId(localCount)
    return {
      id,
      role,
      parent_id: parentId,
      status: role === 'user' ? 'complete' : 'streaming',
      parts,
      last_seq: 0,
      created_at: timeNow(),
      row_key: id,
    }
  }

  const rename = (from: string, to: string, change: Partial<ChatMessage> = {}) => {
    if (from !== to) set((before) => thread.withFinalId(before, { from, to, change }))
  }

  const put = (message: ChatMessage) =>
    set(({ messages }) => ({
      messages: messages.map((known) => (known.id === message.id ? message : known)),
    }))

  const find = (id: string) => state().messages.find((message) => message.id === id)

  type Target = { answerId: string; questionId: string | null }

  /** Applies events to the answer `target`; gives true when the last one was there. */
  const absorb = async (
    events: AsyncIterable<ChatEvent>,
    target: Target,
    isLive: boolean,
  ): Promise<boolean> => {
    let drawn = find(target.answerId)
    let working = drawn
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      clearTimeout(timer)
      timer = undefined
      if (working !== undefined && working !== drawn) put(working)
      drawn = working
    }
    try {
      for await (const event of events) {
        if (event.type === 'start') {
          begin(event, target)
          working = find(target.answerId)
          drawn = working
        }
        if (working === undefined) continue
        working = thread.afterEvent(working, event)
        if (isLive && event.type === 'tool' && thread.isDoable(event))
          freshActions.add(event.call_id)
        if (event.type === 'text') timer ??= setTimeout(draw, flushMs)
        else draw()
        if (event.type === 'end') return true
      }
      return false
    } finally {
      draw()
    }
  }

  const begin = (event: ChatEvent & { type: 'start' }, target: Target) => {
    const { user_message_id: questionId, message_id: answerId } = event
    if (questionId !== null && target.questionId !== null) {
      const text = event.user_content
      rename(
        target.questionId,
        questionId,
        text === undefined ? {} : { parts: [{ type: 'text', text }] },
      )
      target.questionId = questionId
    }
    rename(target.answerId, answerId)
    target.answerId = answerId
    if (questionId !== null) outbox.keep(state().chatId, '')
    set({ title: event.title, unsent: null })
    changed()
  }

  /** Listens to a running answer to its end, over broken connections. */
  const resume = async (target: Target, signal: AbortSignal) => {
    const { chatId } = state()
    if (chatId === null) return
    const from = find(target.answerId)?.last_seq ?? 0
    await absorb(port.resume(chatId, { messageId: target.answerId, from, signal }), target, false)
  }

  const listen = async (work: (signal: AbortSignal) => Promise<void>) => {
    const controller = new AbortController()
    run?.abort()
    run = controller
    // A reading that began before would bring the chat as it was then.
    if (reading !== null) isOutdated = true
    reading?.abort()
    reading = null
    history.cancelVersion()
    set({ isRunning: true, isStopping: false, problem: null })
    try {
      await work(controller.signal)
    } catch (error) {
      if (!isAbort(error) && !controller.signal.aborted) set({ problem: problemOf(error) })
    } finally {
      if (run === controller) {
        run = null
        set({ isRunning: false, isStopping: false })
        changed()
        if (isOutdated) void load()
      }
    }
  }

  /** Posts what `open` opens and follows its answer; what fails before the answer began can be tried again. */
  const post = (
    target: Target,
    open: (chatId: string, signal: AbortSignal) => AsyncIterable<ChatEvent>,
  ): Promise<void> =>
    listen(async (signal) => {
      set({ unsent: null })
      let hasEnded = false
      try {
        hasEnded = await absorb(open(await ensureChat(), signal), target, true)
      } catch (error) {
        if (signal.aborted) throw error
        if (isLocal(target.answerId) || error instanceof HttpError) {
          set({ unsent: { problem: problemOf(error), retry: () => void post(target, open) } })
          return
        }
      }
      if (!hasEnded && !isLocal(target.answerId)) await resume(target, signal)
    })

  const ensureChat = async (): Promise<string> => {
    const { chatId } = state()
    if (chatId !== null) return chatId
    known = await port.create(appId)
    outbox.keep(known.id, outbox.read(null))
    outbox.keep(null, '')
    set({ chatId: known.id })
    onCreated?.(known.id)
    changed()
    return known.id
  }

  /** Resolves once the messages are known; without them a question would become a second first one. */
  const loaded = (): Promise<void> =>
    new Promise((resolve) => {
      const unsubscribe = store.subscribe(({ phase }) => {
        if (phase !== 'ready') return
        unsubscribe()
        resolve()
      })
    })

  /** Puts a question and its answer to come at the end of what is shown. */
  const send = async (
    content: string,
    { parentId, call }: { parentId?: string | null; call?: NonNullable<SendBody['call']> } = {},
  ): Promise<void> => {
    if (state().phase !== 'ready') await loaded()
    returnUnsent()
    const { messages, chosen } = state()
    const parent =
      parentId === undefined ? (thread.shownThread(state()).at(-1)?.message.id ?? null) : parentId
    const question = newMessage('user', parent, [{ type: 'text', text: content }])
    const answer = newMessage('assistant', question.id, [])
    set({
      messages: [...messages, question, answer],
      chosen: { ...chosen, [parentKey(question)]: question.id },
    })
    if (messages.length === 0) set({ title: chatTitle(content) })
    outbox.keep(state().chatId, content)
    const idempotencyKey = randomId()
    await post({ answerId: answer.id, questionId: question.id }, (chatId, signal) =>
      port.send(
        chatId,
        { content, parent_id: parent, ...(call === undefined ? {} : { call }) },
        { signal, idempotencyKey },
      ),
    )
  }

  const regenerate = (answerId: string): Promise<void> => {
    returnUnsent()
    const old = find(answerId)
    if (old === undefined) return Promise.resolve()
    const answer = newMessage('assistant', old.parent_id, [])
    set(({ messages, chosen }) => ({
      messages: [...messages, answer],
      chosen: { ...chosen, [parentKey(answer)]: answer.id },
    }))
    const idempotencyKey = randomId()
    return post({ answerId: answer.id, questionId: null }, (chatId, signal) =>
      port.send(chatId, { regenerate_of: answerId }, { signal, idempotencyKey }),
    )
  }

  const approve = (answerId: string, body: ApproveBody): Promise<void> => {
    const idempotencyKey = randomId()
    return post({ answerId, questionId: null }, (chatId, signal) =>
      port.approve(chatId, body, { signal, idempotencyKey }),
    )
  }

  /** Takes what was never sent out of the thread and returns its text. */
  const discardUnsent = (): string => {
    const { text, ...rest } = thread.withoutLocal(state().messages, state().chosen)
    set({ unsent: null, ...rest })
    if (text !== '') outbox.keep(state().chatId, '')
    return text
  }

  const returnUnsent = () => {
    const text = discardUnsent()
    if (text !== '') set({ returned: text })
  }

  /** Reads the chat again, and follows an answer that is still being written. */
  const load = async (): Promise<void> => {
    const { chatId } = state()
    if (chatId === null) return
    isOutdated = run !== null
    if (isOutdated) return
    if (state().phase === 'failed') set({ phase: 'loading', problem: null })
    const controller = new AbortController()
    reading?.abort()
    reading = controller
    try {
      const chat = await port.read(chatId, controller.signal)
      if (reading !== controller) return
      reading = null
      known = chat
      set((before) => {
        const { messages, top } = withNewestPage(before, chat)
        const waiting =
          before.unsent === null ? [] : before.messages.filter(({ id }) => isLocal(id))
        return {
          phase: 'ready',
          problem: null,
          title: chat.title,
          messages: [...messages, ...waiting],
          top,
        }
      })
      const running = chat.messages.findLast(({ status }) => status === 'streaming')
      if (running !== undefined) {
        void listen((signal) => resume({ answerId: running.id, questionId: null }, signal))
      }
    } catch (error) {
      if (reading !== controller) return
      reading = null
      set(({ phase }) => ({
        problem: problemOf(error),
        phase: phase === 'ready' ? 'ready' : 'failed',
      }))
    }
  }

  const stop = async (): Promise<void> => {
    const { chatId, isStopping } = state()
    if (run === null || isStopping) return
    set({ isStopping: true })
    const stopped = run
    try {
      if (chatId !== null) await port.stop(chatId)
      setTimeout(() => {
        if (run !== stopped) return
        stopped.abort()
        run = null
        set({ isRunning: false, isStopping: false })
        returnUnsent()
        void load()
      }, STOP_PATIENCE_MS)
    } catch (error) {
      set({ isStopping: false, problem: problemOf(error) })
    }
  }

  return {
    /** Stays the same when the first message gives the chat its id. */
    key: randomId(),
    ...history,
    store,
    appId,
    load,
    send,
    regenerate,
    approve,
    discardUnsent,
    /** Returns what was not sent, once. */
    takeReturned: (): string => {
      const { chatId, returned } = state()
      if (outbox.read(chatId) === returned) outbox.keep(chatId, '')
      set({ returned: '' })
      return returned
    },
    stop,
    retitle: (title: string) => set({ title }),
    /** True once for a call whose action arrived while this page was listening. */
    takeFreshAction: (callId: string): boolean => freshActions.delete(callId),
    /** Stops listening; the answer goes on at the server. */
    close: () => {
      run?.abort()
      reading?.abort()
      history.close()
      run = null
      reading = null
    },
  }
}

export type Conversation = ReturnType<typeof createConversation>
