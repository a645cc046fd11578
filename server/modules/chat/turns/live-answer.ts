import { withEvent, type ChatEvent, type MessagePart } from '#contract/chat/parts.ts'
import { toStorable } from '#server/lib/text/storable.ts'

type WithoutSeq<Event> = Event extends ChatEvent ? Omit<Event, 'seq'> : never
export type AnswerEvent = WithoutSeq<ChatEvent>

/** An answer that this process is writing. */
export type LiveAnswer = {
  readonly messageId: string
  /** The last event of the earlier part, or 0. */
  readonly startSeq: number
  emit(event: AnswerEvent): void
  /** Adds an event that readers see only after `release`, when it is stored. */
  stage(event: AnswerEvent): void
  release(): void
  getParts(): MessagePart[]
  getLastSeq(): number
  /** Returns the events since the last call, for storing. */
  take(): ChatEvent[]
  /** Returns events to be taken again, because they could not be stored. */
  giveBack(events: readonly ChatEvent[]): void
  /** Yields the events after `fromSeq`, stored and live, until the answer is closed or the reader leaves. */
  follow(fromSeq: number, signal: AbortSignal): AsyncGenerator<ChatEvent>
  close(): void
}

/** Later text within this time is joined to one event; pages render more slowly than models write. */
const TEXT_MS = 30

/** Creates an answer that continues after the events and parts of `before`. */
export function createLiveAnswer(
  messageId: string,
  before: { lastSeq: number; parts: readonly MessagePart[] } = { lastSeq: 0, parts: [] },
): LiveAnswer {
  const log: EventLog = { events: [], visible: 0, isClosed: false, wake: Promise.withResolvers() }
  let taken = 0
  let hasText = false
  const folded = createPartsBuilder(before.parts)
  const add = (event: AnswerEvent) => {
    const numbered = { ...toStorable(event), seq: before.lastSeq + log.events.length + 1 }
    log.events.push(numbered)
    folded.add(numbered)
  }
  const release = () => {
    log.visible = log.events.length
    wakeReaders(log)
  }
  const text = batchText((delta) => {
    add({ type: 'text', delta })
    release()
  })
  const stage = (event: AnswerEvent) => {
    if (log.isClosed) return
    // Text that waits comes before this event.
    text.flush()
    add(event)
  }
  return {
    messageId,
    startSeq: before.lastSeq,
    stage,
    release,
    emit: (event) => {
      if (event.type !== 'text') {
        stage(event)
        release()
      } else if (!log.isClosed) {
        // Text after an approval starts a new paragraph.
        const continues = hasText || folded.getParts().at(-1)?.type !== 'text'
        hasText = true
        text.write(continues ? event.delta : `\n\n${event.delta}`)
      }
    },
    getParts: () => folded.getParts(),
    getLastSeq: () => before.lastSeq + log.events.length,
    take: () => {
      const fresh = log.events.slice(taken)
      taken = log.events.length
      return fresh
    },
    giveBack: (untaken) => {
      taken -= untaken.length
    },
    follow: (fromSeq, signal) => followLog(log, Math.max(0, fromSeq - before.lastSeq), signal),
    close: () => {
      text.flush()
      log.isClosed = true
      wakeReaders(log)
    },
  }
}

type EventLog = {
  events: ChatEvent[]
  /** How many events readers may see. */
  visible: number
  isClosed: boolean
  /** Resolves at the next change. */
  wake: PromiseWithResolvers<void>
}

function wakeReaders(log: EventLog): void {
  const { wake } = log
  log.wake = Promise.withResolvers()
  wake.resolve()
}

async function* followLog(
  log: EventLog,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  let next = from
  signal.addEventListener('abort', () => wakeReaders(log), { once: true })
  while (!signal.aborted) {
    const event = next < log.visible ? log.events[next] : undefined
    if (event !== undefined) {
      next += 1
      yield event
    } else if (log.isClosed) return
    else await log.wake.promise
  }
}

/** Sends the first text at once, and later text at most every 30 ms. */
function batchText(send: (text: string) => void) {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    const text = waiting
    waiting = ''
    send(text)
  }
  const flushRegularly = () => {
    if (waiting === '') {
      timer = undefined
      return
    }
    flush()
    timer = setTimeout(flushRegularly, TEXT_MS)
  }
  return {
    flush,
    write: (delta: string) => {
      waiting += delta
      if (timer === undefined) flushRegularly()
    },
  }
}

/** Folds events into parts. Text is joined only on request. */
export function createPartsBuilder(before: readonly MessagePart[] = []) {
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
    getParts(): MessagePart[] {
      settle()
      return parts
    },
  }
}

/** Returns the searchable text in lower case: `like` is several times faster than `ilike`. */
export const toSearchableText = (parts: readonly MessagePart[]): string =>
  parts
    .flatMap((part) => {
      if (part.type === 'text') return [part.text]
      return part.type === 'digest' ? [part.title, ...part.answer.map(({ text }) => text)] : []
    })
    .filter((text) => text !== '')
    .join('\n')
    .toLowerCase()
