import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatEvent } from '#contract/chat/parts.ts'
import type { Database } from '#server/db/database.ts'
import type { StartedAnswer } from '#server/modules/chat/turns/start-turn.ts'
import { eventsAfter } from '#server/modules/chat/turns/turn-repository.ts'
import type { Turns } from '#server/modules/chat/turns/turns.ts'
import { findMessage } from './chat-repository.ts'

const EVENT_POLL_MS = 150

export async function* followAnswer(
  { db, turns }: { db: Database; turns: Pick<Turns, 'liveAnswer'> },
  { chatId, messageId, fromSeq }: StartedAnswer,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  let seq = fromSeq
  while (!signal.aborted) {
    const live = turns.liveAnswer(messageId)
    if (live !== undefined && seq >= live.startSeq) {
      for await (const event of live.follow(seq, signal)) {
        seq = event.seq
        yield event
        // Any other end of the live answer is a pause for an approval.
        if (event.type === 'end') return
      }
    }
    const before = await findMessage(db, chatId, messageId)
    const events = await eventsAfter(db, messageId, seq)
    for (const event of events) {
      seq = event.seq
      yield event
    }
    // The status was read first, so the events of an ended answer are complete.
    if (before === undefined || before.status !== 'streaming') return
    if (events.length > 0 || turns.liveAnswer(messageId) !== undefined) continue
    await sleep(EVENT_POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}
