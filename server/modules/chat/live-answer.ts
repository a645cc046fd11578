import { withEvent, type ChatEvent, type MessagePart } from '#contract/chat-parts.ts'
import { storable } from './storable.ts'

type WithoutSeq<Event> = Event extends ChatEvent ? Omit<Event, 'seq'> : never
type AnswerEvent = WithoutSeq<ChatEvent>

/** An answer while it is written in this process. */
export type LiveAnswer = {
  readonly messageId: string
  /** The number before its first event here: 0, or that of the part that was answered earlier. */
  readonly startSeq: number
  emit(event: AnswerEvent): void
  /** Adds an event that readers do not see before `release`: the end, until it is on record. */
  stage(event: AnswerEvent): void
  release(): void
  /** Parts of the message, earlier ones included. */
  parts(): MessagePart[]
  lastSeq(): number
  /** Events not yet taken by `take`. */
  take(): ChatEvent[]
  /** Puts events back that could not be written. */
  giveBack(events: readonly ChatEvent[]): void
  /** Events after `fromSeq`, then live ones until the answer is closed or the reader leaves. */
  follow(fromSeq: number, signal: AbortSignal): AsyncGenerator<ChatEvent>
  close(): void
}

export function createLiveAnswer(
  messageId: string,
  before: { lastSeq: number; parts: readonly MessagePart[] } = { lastSeq: 0, parts: [] },
): LiveAnswer {
  const events: ChatEvent[] = []
  const state = { isClosed: false, taken: 0, visible: 0, wake: Promise.withResolvers<void>() }
  const folded = createFold(before.parts)
  const news = () => {
    const { wake } = state
    state.wake = Promise.withResolvers<void>()
    wake.resolve()
  }
  const stage = (event: AnswerEvent) => {
    if (state.isClosed) return
    const numbered = { ...storable(event), seq: before.lastSeq + events.length + 1 }
    events.push(numbered)
    folded.add(numbered)
  }
  const release = () => {
    state.visible = events.length
    news()
  }
  return {
    messageId,
    startSeq: before.lastSeq,
    stage,
    release,
    emit: (event) => {
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
      state.isClosed = true
      news()
    },
  }
}

/** Parts made of events as they come; texts are joined once, when they are asked for. */
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

/** The words of a message, for the search. */
export const wordsOf = (parts: readonly MessagePart[]): string =>
  parts
    .map((part) => (part.type === 'text' ? part.text : ''))
    .filter((text) => text !== '')
    .join('\n')
