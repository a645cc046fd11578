import {
  MAX_RECENT_TRADES,
  type WalletResult,
  type WatchedNews,
  type WatchedTrade,
  type WatchedWallet,
} from '#contract/analysis/watched.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { readAddress } from '#server/modules/analysis/analysis-request.ts'
import type { DemoReport } from '#server/modules/analysis/demo-report.ts'
import { TRADE_WATCH } from './trade-poll-job.ts'
import { readWalletOverview } from './wallet-overview.ts'
import { createResultReader } from './result-reader.ts'
import { toTrade } from './trade-reader.ts'
import {
  deleteWatched,
  listNews,
  listRecentTrades,
  listTrades,
  listWatched,
  saveWatched,
  type NewsRow,
} from './watched-repository.ts'

const MAX_NEWS = 50
const NOT_WATCHED = 'You do not watch this wallet'

type Options = {
  db: Database
  rpc: SolanaRpc
  demo: Pick<DemoReport, 'find'>
  /** Wallets that one user may watch. */
  maxWatched: number
  jobs: Pick<Jobs, 'enqueue' | 'wake'>
}

export type WatchedWallets = ReturnType<typeof createWatchedWallets>

/** Creates the service for the wallets that users watch, and for how wallets did in a user's reports. */
export function createWatchedWallets({ db, rpc, demo, maxWatched, jobs }: Options) {
  const readResults = createResultReader(db, demo)

  return {
    async list(
      userId: string,
      page: { offset: number; limit: number },
    ): Promise<Page<WatchedWallet>> {
      const found = await listWatched(db, { userId, ...page })
      const addresses = found.rows.map(({ address }) => address)
      const [trades, results] = await Promise.all([
        listRecentTrades(db, addresses, MAX_RECENT_TRADES),
        readResults(userId, addresses),
      ])
      const tradesOf = Map.groupBy(trades, ({ address }) => address)
      return {
        ...found,
        rows: found.rows.map(({ address, note, createdAt, lookedAt }) => ({
          address,
          note,
          created_at: createdAt.toISOString(),
          looked_at: lookedAt?.toISOString() ?? null,
          trades: (tradesOf.get(address) ?? []).map(toTrade),
          results: results.get(address) ?? [],
        })),
      }
    },

    /** Throws `INVALID_ADDRESS`, or `RATE_LIMITED` when the user watches too many. */
    async watch(
      userId: string,
      given: string,
      note: string | undefined,
    ): Promise<{ address: string; note: string }> {
      const address = readAddress(given, 'address')
      const saved = await db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const row = await saveWatched(tx, { userId, address, note, limit: maxWatched })
        if (row === undefined) {
          throw createCapError(`You watch ${maxWatched} wallets. Stop watching one first`)
        }
        if (row.isUnseen) await jobs.enqueue(tx, { kind: TRADE_WATCH, payload: {} })
        return row
      })
      if (saved.isUnseen) jobs.wake(TRADE_WATCH)
      return { address, note: saved.note }
    },

    /** Throws `NOT_FOUND` if the user does not watch the wallet. */
    async unwatch(userId: string, address: string): Promise<void> {
      if (await deleteWatched(db, userId, address)) return
      throw new AppError('NOT_FOUND', NOT_WATCHED)
    },

    /** Throws `NOT_FOUND` if the user does not watch the wallet. */
    async listTrades(
      userId: string,
      address: string,
      page: { offset: number; limit: number },
    ): Promise<Page<WatchedTrade>> {
      const found = await listTrades(db, { userId, address, ...page })
      if (found === undefined) throw new AppError('NOT_FOUND', NOT_WATCHED)
      return { ...found, rows: found.rows.map(toTrade) }
    },

    /** Returns the newest trades that wallets made since the user watches them. */
    listNews: async (userId: string) => (await listNews(db, userId, MAX_NEWS)).map(toNews),

    readOverview: (address: string) => readWalletOverview(rpc, address),

    /** Throws `INVALID_ADDRESS`. */
    async listResults(userId: string, given: string): Promise<WalletResult[]> {
      const address = readAddress(given, 'address')
      return (await readResults(userId, [address])).get(address) ?? []
    },
  }
}

const toNews = ({ note, foundAt, ...row }: NewsRow): WatchedNews => ({
  address: row.address,
  note,
  found_at: foundAt.toISOString(),
  trade: toTrade(row),
})
