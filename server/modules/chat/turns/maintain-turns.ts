import type { Database } from '#server/db/database.ts'
import type { ModelUsage } from '#server/modules/chat/model/engine.ts'
import { TurnInterrupted, UserStop } from './turn.ts'
import { renewHeartbeats, listStopRequests } from './turn-repository.ts'

/** Any server may be asked to stop an answer, so the one that writes it polls. */
const STOP_POLL_MS = 100
/** Every 5 s. */
const BEATS_EVERY = 50
/** Every 2 s. */
const SETTLES_EVERY = 20

/**
 * Creates a timer that runs during turns. It polls for stop requests, renews heartbeats, and settles turns that could
 * not be settled when they ended.
 */
export function maintainTurns({
  db,
  owner,
  running,
  unsettled,
  settle,
  onError,
}: {
  db: Database
  owner: string
  running: ReadonlyMap<string, { controller: AbortController }>
  /** Usage of the model in turns that ended here but are still stored as running, by turn. */
  unsettled: Map<string, ModelUsage | null>
  settle: (turnId: string, usage: ModelUsage | null) => Promise<void>
  onError: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | undefined
  let ticks = 0
  let isBusy = false
  const settleOne = async (id: string, usage: ModelUsage | null) => {
    try {
      await settle(id, usage)
      unsettled.delete(id)
    } catch (error) {
      onError(error)
    }
  }
  const look = async () => {
    ticks += 1
    if (ticks % SETTLES_EVERY === 0) {
      for (const [id, usage] of unsettled) await settleOne(id, usage)
    }
    if (running.size === 0) return
    if (ticks % BEATS_EVERY === 0) {
      const started = [...running.keys()]
      const own = new Set(await renewHeartbeats(db, started))
      for (const id of started.filter((id) => !own.has(id))) {
        running.get(id)?.controller.abort(new TurnInterrupted('another process has settled it'))
      }
    }
    for (const id of await listStopRequests(db, owner)) {
      running.get(id)?.controller.abort(new UserStop('stopped by the user'))
    }
  }
  const tick = () => {
    if (running.size === 0 && unsettled.size === 0) {
      stop()
      return
    }
    if (isBusy) return
    isBusy = true
    void look()
      .catch(onError)
      .finally(() => {
        isBusy = false
      })
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    start: () => {
      timer ??= setInterval(tick, STOP_POLL_MS)
    },
    stop,
  }
}
