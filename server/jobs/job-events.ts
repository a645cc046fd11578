import { setTimeout as sleep } from 'node:timers/promises'

/** The events of one piece of work, on record in order; any process may be writing them. */
export type EventLog<Event> = {
  after(seq: number): Promise<Event[]>
  isLast(event: Event): boolean
  /** True when no event will follow that number: the last one has been told before. */
  hasEnded(seq: number): Promise<boolean>
  /** How often a reader looks for news. */
  pollMs: number
}

/** Events after `seq`, then live ones until the work has ended or the reader has gone. */
export async function* followEvents<Event extends { seq: number; type: string }>(
  log: EventLog<Event>,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<{ data: Event; event: string }> {
  let seq = afterSeq
  while (!signal.aborted) {
    const found = await log.after(seq)
    for (const event of found) {
      seq = event.seq
      yield { data: event, event: event.type }
      if (log.isLast(event)) return
    }
    if (found.length > 0) continue
    if (await log.hasEnded(seq)) return
    await sleep(log.pollMs, undefined, { signal }).catch(() => undefined)
  }
}
