import type { ChatEvent } from '#contract/chat/parts.ts'
import type { Database } from '#server/db/database.ts'
import { createPolledLookup } from '#server/lib/async/polled-lookup.ts'
import { findMessage } from '#server/modules/chat/chat-repository.ts'
import type { StartedAnswer } from './start-turn.ts'
import { listChangedAnswers, listEventsAfter } from './turn-repository.ts'
import type { Turns } from './turns.ts'

/** Any server may write an answer, so each server polls for new events of all answers that it follows. */
const POLL_MS = 150

/** While nothing happens, the followers of all answers share one statement in 150 ms. */
export function createFollowAnswer({
  db,
  turns,
}: {
  db: Database
  turns: Pick<Turns, 'findLiveAnswer'>
}) {
  const waitForNews = createPolledLookup(async (positions) => {
    const live = positions.filter(({ id }) => turns.findLiveAnswer(id) !== undefined)
    return [...live, ...(await listChangedAnswers(db, positions))]
  }, POLL_MS)

  /** Yields the events after `fromSeq` until the answer ends or `signal` is aborted. */
  return async function* followAnswer(
    { chatId, messageId, fromSeq }: StartedAnswer,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent> {
    let seq = fromSeq
    while (!signal.aborted) {
      const live = turns.findLiveAnswer(messageId)
      if (live !== undefined && seq >= live.startSeq) {
        for await (const event of live.follow(seq, signal)) {
          seq = event.seq
          yield event
          // Any other end of the live answer is a pause for an approval.
          if (event.type === 'end') return
        }
      }
      const before = await findMessage(db, chatId, messageId)
      const events = await listEventsAfter(db, messageId, seq)
      for (const event of events) {
        seq = event.seq
        yield event
      }
      // The status was read first, so the events of an ended answer are complete.
      if (before === undefined || before.status !== 'streaming') return
      if (events.length > 0) continue
      const continued = turns.findLiveAnswer(messageId)
      if (continued !== undefined) {
        // Retention may have deleted the events before it.
        seq = Math.max(seq, continued.startSeq)
        continue
      }
      await waitForNews({ id: messageId, seq }, signal)
    }
  }
}
