import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { Id } from '#contract/endpoint/ids.ts'
import { BIG_READ, CHANGE, OUTSIDE_CALL } from '#contract/endpoint/limits.ts'
import {
  GET_PAGE,
  listEnvelope,
  listOf,
  PageQuery,
  statusEnvelope,
} from '#contract/endpoint/lists.ts'

export const MAX_NOTE_CHARACTERS = 200
/** Recent trades that come with a watched wallet. */
export const MAX_RECENT_TRADES = 5

/** How a wallet did in one token, by the caller's newest report of it. Times are ISO 8601. */
const WalletResult = namedObject('WalletResult', {
  report_id: z.string(),
  mint: z.string(),
  /** Null for a token without a symbol. */
  symbol: z.nullable(z.string()),
  /** Null if the report excludes the wallet. */
  rank: z.nullable(z.number()),
  /** From 0 to 100. */
  score: z.number(),
  pnl_sol: z.number(),
  roi: z.nullable(z.number()),
  /** Names of its labels. */
  labels: z.array(z.string()),
  made_at: z.string(),
})
export type WalletResult = z.infer<typeof WalletResult>

const RawAmount = z.object({
  mint: z.string(),
  /** Raw units in decimal digits. */
  amount: z.string(),
  decimals: z.number(),
})

/** A purchase or sale of a watched wallet. */
const WatchedTrade = namedObject('WatchedTrade', {
  sig: z.string(),
  kind: z.enum(['BUY', 'SELL']),
  token: z.extend(RawAmount, { symbol: z.nullable(z.string()) }),
  /** Amount paid or received; null if it is unknown. */
  quote: z.nullable(RawAmount),
  /** ISO 8601. */
  time: z.string(),
})
export type WatchedTrade = z.infer<typeof WatchedTrade>

const HeldToken = namedObject('HeldToken', {
  mint: z.string(),
  /** Null without metadata, like `symbol`. `decimals` is null if the address is not a mint. */
  name: z.nullable(z.string()),
  symbol: z.nullable(z.string()),
  /** Raw units in decimal digits. */
  amount: z.string(),
  decimals: z.nullable(z.number()),
})
export type HeldToken = z.infer<typeof HeldToken>

/** The current state of a wallet on the chain. */
const WalletOverview = namedObject('WalletOverview', {
  address: z.string(),
  /** In decimal digits. */
  lamports: z.string(),
  /** At most 50, those with a name first. */
  tokens: z.array(HeldToken),
  /** How many tokens the wallet holds. */
  token_count: z.number(),
  /** Purchases and sales in its newest transactions, newest first. */
  trades: z.array(WatchedTrade),
  /** Number of transactions read for `trades`. */
  transactions_read: z.number(),
})
export type WalletOverview = z.infer<typeof WalletOverview>

const WatchedWallet = namedObject('WatchedWallet', {
  address: z.string(),
  note: z.string(),
  created_at: z.string(),
  /** When the server last polled the chain for new trades; null before the first poll. */
  looked_at: z.nullable(z.string()),
  /** The newest trades, newest first. */
  trades: z.array(WatchedTrade),
  /** Newest report first, one result per token. */
  results: z.array(WalletResult),
})
export type WatchedWallet = z.infer<typeof WatchedWallet>

const WatchedNews = namedObject('WatchedNews', {
  address: z.string(),
  note: z.string(),
  /** When the server saw the trade, which is later than `trade.time`. */
  found_at: z.string(),
  trade: WatchedTrade,
})
export type WatchedNews = z.infer<typeof WatchedNews>

const AddressParams = z.object({ address: Id })

export const listWatchedWallets = endpoint({
  name: 'listWatchedWallets',
  path: '/analysis/watched',
  summary: 'Wallets that the caller watches, newest first, with their trades and results',
  limits: BIG_READ,
  query: PageQuery,
  response: listOf(WatchedWallet),
})

export const watchWallet = endpoint({
  name: 'watchWallet',
  method: 'PUT',
  path: '/analysis/watched/{address}',
  summary: 'Watch a wallet, or change its note',
  limits: OUTSIDE_CALL,
  caps: ['watchedWallets'],
  errors: ['INVALID_ADDRESS'],
  params: AddressParams,
  body: z.object({
    /** Left out: the note stays as it is. */
    note: z.optional(z.string().check(z.trim(), z.maxLength(MAX_NOTE_CHARACTERS))),
  }),
  response: statusEnvelope(z.object({ address: z.string(), note: z.string() })),
})

export const unwatchWallet = endpoint({
  name: 'unwatchWallet',
  method: 'DELETE',
  path: '/analysis/watched/{address}',
  summary: 'Stop watching a wallet',
  limits: CHANGE,
  params: AddressParams,
  response: z.object({}),
})

export const walletTrades = endpoint({
  name: 'walletTrades',
  path: '/analysis/watched/{address}/trades',
  summary: 'Trades of a watched wallet, newest first; the server keeps its latest 100',
  ...GET_PAGE,
  params: AddressParams,
  response: listOf(WatchedTrade),
})

/** For notifications: what happened since the caller watches each wallet. */
export const listWatchedTrades = endpoint({
  name: 'listWatchedTrades',
  path: '/analysis/watched/trades',
  summary: 'Trades of watched wallets since the caller watches them, newest first; at most 50',
  limits: BIG_READ,
  response: listEnvelope(WatchedNews),
})

export const walletResults = endpoint({
  name: 'walletResults',
  path: '/analysis/wallets/{address}/results',
  summary: 'How a wallet did in every token that the caller has a report of',
  limits: BIG_READ,
  errors: ['INVALID_ADDRESS'],
  params: AddressParams,
  response: listEnvelope(WalletResult),
})

export const walletOverview = endpoint({
  name: 'walletOverview',
  path: '/analysis/wallets/{address}',
  summary: 'What a wallet holds and traded last, read from the chain now',
  limits: OUTSIDE_CALL,
  errors: ['INVALID_ADDRESS', 'CHAIN_UNAVAILABLE'],
  params: AddressParams,
  response: statusEnvelope(WalletOverview),
})
