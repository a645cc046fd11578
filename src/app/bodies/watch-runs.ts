import { formatNumber } from '#contract/numbers.ts'
import type { QueryClient } from '@tanstack/react-query'
import { solToPoints } from '#contract/money.ts'
import { listRuns, type ListedRun } from '#contract/endpoint/paid-run.ts'
import { PAYMENT_PATH } from '#contract/paths.ts'
import { rechargeHistory } from '#contract/payments.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import type { Clock } from '#src/lib/clock.ts'
import { readField } from '#src/lib/read-field.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { notify } from '#src/platform/notifications/notifications.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'

const LOOK_EVERY_MS = 4_000
const LATEST = 20

const isUnfinished = ({ status }: ListedRun) => status === 'queued' || status === 'running'

/** Returns a notification for each run that finished or failed since the last look; omits canceled runs. */
export const findNews = (
  unfinished: ReadonlySet<string>,
  runs: readonly ListedRun[],
): NotificationRequest[] =>
  runs
    .filter(({ id, status }) => unfinished.has(id) && (status === 'done' || status === 'failed'))
    .map(({ id, status, title, about, path }) => ({
      id: `run:${id}`,
      kind: 'report',
      title: status === 'done' ? `${title} is ready` : `${title} failed`,
      text: status === 'done' ? about : `${about} · You were refunded.`,
      path,
    }))

/** Returns the latest runs of every paid tool. */
const loadRuns = async (signal: AbortSignal): Promise<ListedRun[]> => {
  const query = { offset: 0, limit: LATEST }
  return (await api.call(listRuns, { query, signal })).data
}

const notifyOfRecharge = async (signal: AbortSignal): Promise<void> => {
  const { data } = await api.call(rechargeHistory, {
    query: { offset: 0, limit: 1 },
    signal,
  })
  const [latest] = data
  if (latest?.status !== 'PAID') return
  const points = solToPoints(Number(latest.amount ?? 0))
  notify({
    id: `payment:${latest.order_id}`,
    kind: 'payment',
    title: `+${formatNumber(points)} POINTS`,
    text: 'Your recharge was credited.',
    path: PRODUCT_APPS.recharge.path,
    // The recharge page says it itself.
    isSilent: window.location.pathname === PAYMENT_PATH,
  })
}

const readBalance = (data: unknown): number | null => {
  const sol = readField(data, 'user_sol_balance')
  return sol === null || sol === undefined ? null : Number(sol)
}

type Watched = { queries: QueryClient; clock: Clock; load?: typeof loadRuns }

/**
 * Notifies of runs that end and of recharges that are credited, also of those started elsewhere. It looks after each charge,
 * and every few seconds while a run is unfinished. Returns a function that stops it.
 */
export const watchRuns = ({ queries, clock, load = loadRuns }: Watched): (() => void) => {
  const over = new AbortController()
  const { signal } = over
  let unfinished: ReadonlySet<string> = new Set()
  let isLooking = false

  const look = async () => {
    const runs = await load(signal)
    const news = findNews(unfinished, runs)
    unfinished = new Set(runs.filter(isUnfinished).map(({ id }) => id))
    for (const one of news) notify(one)
    if (news.length === 0) return
    for (const key of ['balance', 'consumption-history']) {
      void queries.invalidateQueries({ queryKey: [key] })
    }
  }
  const follow = async () => {
    if (isLooking) return
    isLooking = true
    try {
      await look()
      while (unfinished.size > 0) {
        await clock.sleep(LOOK_EVERY_MS, signal)
        await look()
      }
    } catch {
      // The next charge or page load looks again.
    } finally {
      isLooking = false
    }
  }

  let held: number | null = null
  const stopListening = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'balance') return
    const now = readBalance(query.state.data)
    if (now === null || now === held) return
    const before = held
    held = now
    if (before === null) return
    if (now < before) void follow()
    else void notifyOfRecharge(signal).catch(() => undefined)
  })
  void follow()
  return () => {
    over.abort()
    stopListening()
  }
}
