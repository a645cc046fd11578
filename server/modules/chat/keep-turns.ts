import type { Database } from '#server/db/database.ts'
import { TurnInterrupted, UserStop } from './turn.ts'
import { beat, stopsRequested } from './turn-repository.ts'

/** Any server may be asked to stop an answer; the one that writes it looks this often. */
const STOP_POLL_MS = 100
/** Every 5 s. */
const BEATS_EVERY = 50

/** While turns run: hears stops asked for elsewhere, and says that the turns are alive. */
export function keepTurns({
  db,
  owner,
  running,
  onError,
}: {
  db: Database
  owner: string
  running: ReadonlyMap<string, { controller: AbortController }>
  onError: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | undefined
  let ticks = 0
  let isBusy = false
  const look = async () => {
    ticks += 1
    if (ticks % BEATS_EVERY === 0) {
      const started = [...running.keys()]
      const own = new Set(await beat(db, owner))
      for (const id of started.filter((id) => !own.has(id))) {
        running.get(id)?.controller.abort(new TurnInterrupted('another process has settled it'))
      }
    }
    for (const id of await stopsRequested(db, owner)) {
      running.get(id)?.controller.abort(new UserStop('stopped by the user'))
    }
  }
  const tick = () => {
    if (running.size === 0) {
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
