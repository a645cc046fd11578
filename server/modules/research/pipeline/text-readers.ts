import { Piscina } from 'piscina'
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

/** Returns readers that stop when `signal` aborts. */
export type CreateReaders = (signal: AbortSignal) => TextReaders

/** Prepares threads that read feeds and pages, which start with the first long text. */
export function createTextReaders({ maxMs = MAX_MS } = {}): CreateReaders {
  const pool = new Piscina<string, Reading<unknown>>({
    filename: new URL('./reading-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_MS,
    atomics: 'disabled',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })

  async function readInThread<Result>(
    name: 'feed' | 'article',
    text: string,
    signal: AbortSignal,
  ): Promise<Result> {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(maxMs)])
    const reading = await pool.run(text, { name, signal: inTime }).catch((cause: unknown) => {
      const reason = inTime.aborted ? 'takes too long to read' : 'sent what cannot be read'
      throw new UnreadableAnswer(reason, { cause })
    })
    if ('failure' in reading) throw new UnreadableAnswer(reading.failure)
    return reading.result as Result
  }

  return (signal) => ({
    feed: async (text) =>
      text.length <= MAX_DIRECT_CHARS ? readFeed(text) : readInThread('feed', text, signal),
    article: async (html) =>
      html.length <= MAX_DIRECT_CHARS ? readArticle(html) : readInThread('article', html, signal),
  })
}
