import { randomUUID } from 'node:crypto'
import { Piscina } from 'piscina'
import { createKeyedSemaphore } from '#server/http/keyed-semaphore.ts'
import { readFeed } from '#server/modules/research/sources/read-feed.ts'
import { type TextReaders, UnreadableAnswer } from '#server/modules/research/sources/source.ts'
import { readArticle } from '#server/modules/research/text/read-page.ts'
import type { Reading } from './reading-thread.ts'

/** A shorter text is read at once, which takes at most 20 ms. The start of a thread takes 260. */
const MAX_DIRECT_CHARS = 5_000
const MAX_MS = 4_000
const MAX_THREADS = 2
/** An idle thread gives its memory back after this. */
const IDLE_MS = 60_000
const HEAP_MB = 256
/** A research waits only as long as its own signal allows. */
const QUEUE = { maxWaiting: Infinity, waitMs: 60_000 }
const TOO_LATE = 'could not be read in time'

/** Returns readers that stop when `signal` aborts. */
export type CreateReaders = (signal: AbortSignal) => TextReaders

/** Returns the readers of one research, which share one place in the threads, so that users take turns. */
export type OpenReaders = () => CreateReaders

/** Prepares threads that read feeds and pages, which start with the first long text. */
export function createTextReaders({ maxMs = MAX_MS } = {}): OpenReaders {
  const pool = new Piscina<string, Reading<unknown>>({
    filename: new URL('./reading-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })

  const threads = createKeyedSemaphore({ ...QUEUE, max: MAX_THREADS })
  const researches = createKeyedSemaphore({ ...QUEUE, max: 1 })

  async function read(
    name: 'feed' | 'article',
    text: string,
    signal: AbortSignal,
  ): Promise<Reading<unknown>> {
    const tooLong = AbortSignal.timeout(maxMs)
    try {
      return await pool.run(text, { name, signal: AbortSignal.any([signal, tooLong]) })
    } catch (cause) {
      if (signal.aborted) throw new UnreadableAnswer(TOO_LATE, { cause })
      const reason = tooLong.aborted ? 'takes too long to read' : 'sent an unreadable answer'
      throw new UnreadableAnswer(reason, { cause })
    }
  }

  return () => {
    const research = randomUUID()

    async function readInThread<Result>(
      ...[name, text, signal]: Parameters<typeof read>
    ): Promise<Result> {
      const releaseTurn = await researches.acquire(research, signal)
      // The pool itself would count the time of a text from its queue.
      const releaseThread = releaseTurn && (await threads.acquire('', signal))
      try {
        if (releaseThread === null) throw new UnreadableAnswer(TOO_LATE)
        const reading = await read(name, text, signal)
        if ('failure' in reading) throw new UnreadableAnswer(reading.failure)
        return reading.result as Result
      } finally {
        releaseThread?.()
        releaseTurn?.()
      }
    }

    return (signal) => ({
      feed: async (text) =>
        text.length <= MAX_DIRECT_CHARS ? readFeed(text) : readInThread('feed', text, signal),
      article: async (html) =>
        html.length <= MAX_DIRECT_CHARS ? readArticle(html) : readInThread('article', html, signal),
    })
  }
}
