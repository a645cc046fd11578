import { listRuns, type ListedRun } from '#contract/endpoint/paid-run.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { notify, type NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { onBalanceMove } from './balance-moves.ts'
import type { PollOptions } from './poll-notifications.ts'

const POLL_MS = 4_000
/** Ids, separated by spaces: the newest run of the last poll, and the runs that were unfinished then. */
const KEY = 'runs-seen'
const LATEST = 20

const isUnfinished = ({ status }: ListedRun) => status === 'queued' || status === 'running'

/** Result of the last poll. It is stored, so that a reloaded page continues from it. */
type Seen = {
  unfinished: ReadonlySet<string>
  /** Ids of later runs are greater. */
  newestId: string
}

/** Returns a notification for each run that finished or failed since the last poll. Omits canceled runs. */
export const findNews = (
  { unfinished, newestId }: Seen,
  runs: readonly ListedRun[],
): NotificationRequest[] =>
  runs
    .filter(({ id }) => unfinished.has(id) || id > newestId)
    .filter(({ status }) => status === 'done' || status === 'failed')
    .map(({ id, status, title, about, path }) => ({
      id: `run:${id}`,
      kind: 'report',
      title: status === 'done' ? `${title} is ready` : `${title} failed`,
      text: status === 'done' ? about : `${about} · You were refunded.`,
      path,
      isFailure: status === 'failed',
    }))

const loadRuns = async (signal: AbortSignal): Promise<ListedRun[]> => {
  const query = { offset: 0, limit: LATEST }
  return api.callForData(listRuns, { query, signal })
}

const readSeen = (saved: string | null): Seen | null => {
  if (saved === null) return null
  const [newestId = '', ...unfinished] = saved.split(' ')
  return { newestId, unfinished: new Set(unfinished) }
}

/**
 * Shows notifications for finished runs, including those from other browsers and those that ended while the page was
 * closed. Polls after each charge, and every few seconds while a run is unfinished. Returns a function that stops it.
 */
export const watchRuns = ({
  queries,
  clock,
  storage,
  load = loadRuns,
}: PollOptions & { load?: typeof loadRuns }): (() => void) => {
  const over = new AbortController()
  const { signal } = over
  let seen = readSeen(storage().get(KEY))
  let isPolling = false

  /** Returns whether a run is unfinished. */
  const poll = async (): Promise<boolean> => {
    const runs = await load(signal)
    signal.throwIfAborted()
    const news = seen === null ? [] : findNews(seen, runs)
    const unfinished = new Set(runs.filter(isUnfinished).map(({ id }) => id))
    seen = { unfinished, newestId: runs[0]?.id ?? seen?.newestId ?? '' }
    storage().set(KEY, [seen.newestId, ...unfinished].join(' '))
    for (const one of news) notify(one)
    if (news.length > 0) {
      for (const key of ['balance', 'consumption-history']) {
        void queries.invalidateQueries({ queryKey: [key] })
      }
    }
    return unfinished.size > 0
  }
  const follow = async () => {
    if (isPolling) return
    isPolling = true
    try {
      while (await poll()) await clock.sleep(POLL_MS, signal)
    } catch {
      // The next charge or page load polls again.
    } finally {
      isPolling = false
    }
  }

  const stopListening = onBalanceMove(queries, (move) => {
    if (move === 'fall') void follow()
  })
  void follow()
  return () => {
    over.abort()
    stopListening()
  }
}
