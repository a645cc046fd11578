import { setTimeout as sleep } from 'node:timers/promises'

export type EventLog<Event> = {
  after(seq: number): Promise<Event[]>
  isLast(event: Event): boolean
  /** Returns true if no event will follow that number. */
  hasEnded(seq: number): Promise<boolean>
  pollMs: number
}

/** Yields events after `seq`, then live ones until the job ends or the reader leaves. */
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
