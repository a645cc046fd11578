import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import type { Clock } from '#src/lib/clock.ts'
import { NetworkError, isTemporary } from './api-error.ts'

type FollowOptions<Parsed> = {
  readonly open: (lastEventId: string | null) => Promise<Response>
  readonly parse: (text: string) => Parsed
  readonly isLast: (event: Parsed) => boolean
  /** Only reads may be opened again. Work started by a POST continues without its listener. */
  readonly isResumable: boolean
  /**+Called with false when a connection breaks, and with true when the next one opens. */
  readonly onConnection?: ((isConnected: boolean) => void) | undefined
  readonly tried: string
  readonly signal: AbortSignal | undefined
  readonly clock: Clock
  readonly random: () => number
}

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 10_000
/** The stream counts as lost after this many failures in a row. */
const MAX_FAILURES = 8

/** Yields the events of a stream, reconnecting with growing pauses, until the last one. */
export async function* followEvents<Parsed>(
  options: FollowOptions<Parsed>,
): AsyncGenerator<Parsed> {
  const { open, parse, isLast, isResumable, onConnection, tried, signal, clock, random } = options
  let lastEventId: string | null = null
  for (let failures = 0; ; failures += 1) {
    try {
      const response = await open(lastEventId)
      onConnection?.(true)
      for await (const event of readEvents(response, tried, signal)) {
        failures = 0
        lastEventId = event.id ?? lastEventId
        const parsed = parse(event.data)
        yield parsed
        if (isLast(parsed)) return
      }
      if (!isResumable) return
    } catch (error) {
      if (!isResumable || !isTemporary(error) || failures >= MAX_FAILURES) throw error
      onConnection?.(false)
    }
    if (failures >= MAX_FAILURES)
      throw new NetworkError(tried, new Error('The stream keeps ending'))
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures)
    await clock.sleep(delayMs * (0.5 + random()), signal)
  }
}

/** Cancels the connection when its reader stops early. */
async function* readEvents(
  response: Response,
  tried: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventSourceMessage> {
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const chunk = await reader.read().catch((error: unknown) => {
        throw signal?.aborted === true ? error : new NetworkError(tried, error)
      })
      if (chunk.done) return
      yield chunk.value
    }
  } finally {
    await reader.cancel().catch(ignoreClosed)
  }
}

/** Cancelling a broken stream reports the break once more. */
const ignoreClosed = () => undefined
