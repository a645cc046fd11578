import { formatNumber } from '#contract/numbers.ts'
import { solToLamports } from '#contract/money.ts'
import { listRuns, type ListedRun } from '#contract/endpoint/paid-run.ts'
import { PAYMENT_PATH } from '#contract/paths.ts'
import { balanceChanges, type BalanceChange } from '#contract/payments.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { readField } from '#src/lib/read-field.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { notify, type NotificationRequest } from '#src/platform/notifications/notifications.ts'
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

const LATEST_CHANGES = 20

/** Returns the recharge that raised the balance from `before`; undefined after refunds and other credits. */
const findRecharge = (changes: readonly BalanceChange[], before: number) => {
  const known = changes.findIndex(({ balance }) => solToLamports(balance) === solToLamports(before))
  const later = known === -1 ? changes : changes.slice(0, known)
  return later.find(({ kind }) => kind === 'topup')
}

const notifyOfRecharge = async (before: number, signal: AbortSignal): Promise<void> => {
  const query = { offset: 0, limit: LATEST_CHANGES }
  const recharge = findRecharge(await api.callForData(balanceChanges, { query, signal }), before)
  if (recharge === undefined) return
  notify({
    id: `payment:${recharge.id}`,
    kind: 'payment',
    title: `+${formatNumber(recharge.points)} POINTS`,
    text: 'Your recharge was credited.',
    path: PRODUCT_APPS.recharge.path,
    // The recharge page shows the result itself.
    isSilent: window.location.pathname === PAYMENT_PATH,
  })
}

const readBalance = (data: unknown): number | null => {
  const sol = readField(data, 'user_sol_balance')
  return sol === null || sol === undefined ? null : Number(sol)
}

const readSeen = (saved: string | null): Seen | null => {
  if (saved === null) return null
  const [newestId = '', ...unfinished] = saved.split(' ')
  return { newestId, unfinished: new Set(unfinished) }
}

/**
 * Shows notifications for finished runs and credited recharges, including those from other browsers and those that ended
 * while the page was closed. Polls after each charge, and every few seconds while a run is unfinished. Returns a function
 * that stops it.
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

  // The page may have read the balance before this code loaded.
  const [cached] = queries.getQueryCache().findAll({ queryKey: ['balance'] })
  let balance = readBalance(cached?.state.data)
  const stopListening = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'balance') return
    const now = readBalance(query.state.data)
    if (now === null || now === balance) return
    const before = balance
    balance = now
    if (before === null) return
    if (now < before) void follow()
    else void notifyOfRecharge(before, signal).catch(() => undefined)
  })
  void follow()
  return () => {
    over.abort()
    stopListening()
  }
}
