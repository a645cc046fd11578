import { withEvent, type ChatEvent, type MessagePart } from '#contract/chat/parts.ts'
import { storable } from './storable.ts'

type WithoutSeq<Event> = Event extends ChatEvent ? Omit<Event, 'seq'> : never
type AnswerEvent = WithoutSeq<ChatEvent>

/** An answer that this process is writing. */
export type LiveAnswer = {
  readonly messageId: string
  /** The last event of the earlier part, or 0. */
  readonly startSeq: number
  emit(event: AnswerEvent): void
  /** Adds an event that readers see only after `release`, when it is stored. */
  stage(event: AnswerEvent): void
  release(): void
  parts(): MessagePart[]
  lastSeq(): number
  take(): ChatEvent[]
  giveBack(events: readonly ChatEvent[]): void
  /** Yields stored events, then live ones until the answer is closed or the reader leaves. */
  follow(fromSeq: number, signal: AbortSignal): AsyncGenerator<ChatEvent>
  close(): void
}

/** Later text within this time is joined to one event; pages render more slowly than models write. */
const TEXT_MS = 30

export function createLiveAnswer(
  messageId: string,
  before: { lastSeq: number; parts: readonly MessagePart[] } = { lastSeq: 0, parts: [] },
): LiveAnswer {
  const events: ChatEvent[] = []
  const state = { isClosed: false, taken: 0, visible: 0, wake: Promise.withResolvers<void>() }
  const text: { waiting: string; hasBegun: boolean; timer: NodeJS.Timeout | undefined } = {
    waiting: '',
    hasBegun: false,
    timer: undefined,
  }
  const folded = createFold(before.parts)
  const news = () => {
    const { wake } = state
    state.wake = Promise.withResolvers<void>()
    wake.resolve()
  }
  const add = (event: AnswerEvent) => {
    const numbered = { ...storable(event), seq: before.lastSeq + events.length + 1 }
    events.push(numbered)
    folded.add(numbered)
  }
  const release = () => {
    state.visible = events.length
    news()
  }
  /** Keep the order of text and other events. */
  const sendText = () => {
    clearTimeout(text.timer)
    text.timer = undefined
    if (text.waiting === '') return
    add({ type: 'text', delta: text.waiting })
    text.waiting = ''
    release()
  }
  const sendRegularly = () => {
    if (text.waiting === '') {
      text.timer = undefined
      return
    }
    sendText()
    text.timer = setTimeout(sendRegularly, TEXT_MS)
  }
  const write = (delta: string) => {
    // Text after an approval starts a new paragraph.
    const isOn = text.hasBegun || folded.parts().at(-1)?.type !== 'text'
    text.hasBegun = true
    text.waiting += isOn ? delta : `\n\n${delta}`
    if (text.timer === undefined) sendRegularly()
  }
  const stage = (event: AnswerEvent) => {
    if (state.isClosed) return
    sendText()
    add(event)
  }
  return {
    messageId,
    startSeq: before.lastSeq,
    stage,
    release,
    emit: (event) => {
      if (event.type === 'text') {
        if (!state.isClosed) write(event.delta)
        return
      }
      stage(event)
      release()
    },
    parts: () => folded.parts(),
    lastSeq: () => before.lastSeq + events.length,
    take: () => {
      const fresh = events.slice(state.taken)
      state.taken = events.length
      return fresh
    },
    giveBack: (untaken) => {
      state.taken -= untaken.length
    },
    async *follow(fromSeq, signal) {
      let next = Math.max(0, fromSeq - before.lastSeq)
      const left = new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        else signal.addEventListener('abort', () => resolve(), { once: true })
      })
      while (!signal.aborted) {
        const { wake } = state
        const event = next < state.visible ? events[next] : undefined
        if (event !== undefined) {
          next += 1
          yield event
        } else if (state.isClosed) return
        else await Promise.race([wake.promise, left])
      }
    },
    close: () => {
      sendText()
      state.isClosed = true
      news()
    },
  }
}

/** Folds events into parts. Text is joined only on request. */
export function createFold(before: readonly MessagePart[] = []) {
  let parts: MessagePart[] = [...before]
  let deltas: string[] = []
  const settle = () => {
    if (deltas.length === 0) return
    parts = withEvent(parts, { type: 'text', seq: 0, delta: deltas.join('') })
    deltas = []
  }
  return {
    add(event: ChatEvent): void {
      if (event.type === 'text') deltas.push(event.delta)
      else {
        settle()
        parts = withEvent(parts, event)
      }
    },
    parts(): MessagePart[] {
      settle()
      return parts
    },
  }
}

/** Returns the searchable text in lower case: `like` is several times faster than `ilike`. */
export const searchableText = (parts: readonly MessagePart[]): string =>
  parts
    .flatMap((part) => {
      if (part.type === 'text') return [part.text]
      return part.type === 'digest' ? [part.title, ...part.answer.map(({ text }) => text)] : []
    })
    .filter((text) => text !== '')
    .join('\n')
    .toLowerCase()
