/** Limits that an operator can set, with their defaults, per user unless noted. `server/config.ts` has a key for each. */
export const DEFAULT_LIMITS = {
  /** Unpaid payment orders. */
  openOrders: 200,
  chats: 1_500,
  chatMegabytes: 200,
  agents: 100,
  /** MCP servers that a user has added. */
  ownApps: 20,
  watchedWallets: 100,
  /** Paid runs that are queued or running. */
  runningJobs: 60,
  /** Chat answers in 10 minutes. */
  chatTurns: 60,
  /** Drafts of agents in 10 minutes. */
  drafts: 30,
  /** Paid runs that ended without a charge, in one hour. */
  unpaidStarts: 60,
  /** New accounts of one network address that get welcome points, in one day. */
  welcomes: 20,
} as const

export type LimitSetting = keyof typeof DEFAULT_LIMITS
export type LimitSettings = { readonly [Setting in LimitSetting]: number }

/** A number of calls in a fixed window, which begins with the first call. */
export type RateLimit = {
  /** Limits with the same name share one counter. Without a name, each endpoint has its own. */
  readonly name?: string
  /** The number of calls, or the name of the setting that holds it. */
  readonly max: number | LimitSetting
  readonly windowSeconds: number
  /** `place` is a session on one address. `{field}` is an address and the value of this field of the body or query. */
  readonly per: 'user' | 'address' | 'session' | 'place' | { readonly field: string }
  /** `failures` leaves out refused calls and faults of the server. */
  readonly counts: 'calls' | 'failures'
  /** `database` counts over all servers and restarts, for calls that cost money, passwords or work elsewhere. */
  readonly keptIn: 'process' | 'database'
}

/** Not empty, so that an endpoint without a limit does not compile. */
export type RateLimits = readonly [RateLimit, ...RateLimit[]]

const perMinute = (max: number, per: RateLimit['per']): RateLimit => ({
  max,
  windowSeconds: 60,
  per,
  counts: 'calls',
  keptIn: 'process',
})

/** A limit of calls that is kept in the database. */
const stored = (
  max: number | LimitSetting,
  windowSeconds: number,
  per: RateLimit['per'] = 'user',
): RateLimit => ({ max, windowSeconds, per, counts: 'calls', keptIn: 'database' })

const QUARTER_HOUR = 900
const TEN_MINUTES = 600

/** For the caller's own record, which every page load reads. */
export const SELF: RateLimits = [perMinute(600_000, 'user')]
/** For reads of the caller's rows by an index. */
export const READ: RateLimits = [perMinute(6_000, 'user')]
/** For exports, searches and sums over many rows. */
export const BIG_READ: RateLimits = [perMinute(600, 'user')]
/** For an answer that may hold all events of a calendar. A large import takes 50 calls. */
export const SYNC: RateLimits = [perMinute(120, 'user')]
/** For changes of the caller's rows. `caps` limit how many rows there can be. */
export const CHANGE: RateLimits = [perMinute(6_000, 'user')]
/** For calls without a user. Many people can share one address. */
export const PUBLIC: RateLimits = [perMinute(60_000, 'address')]
/** For reads of a shared report or digest, which can be large. Each endpoint has its own counter. */
export const SHARED: RateLimits = [perMinute(600, 'address')]
/** A page reports few crashes; more would only fill the log. */
export const CRASH_REPORT: RateLimits = [
  { max: 30, windowSeconds: TEN_MINUTES, per: 'address', counts: 'calls', keptIn: 'process' },
]
/** For calls that read the chain and are repeated during a payment. */
export const CHAIN_READ: RateLimits = [stored(3_000, TEN_MINUTES)]
/** For calls that start long work: orders are watched for days. */
export const LASTING: RateLimits = [stored(1_000, TEN_MINUTES)]
/** For calls that connect to another service. */
export const OUTSIDE_CALL: RateLimits = [stored(120, TEN_MINUTES)]
export const CHAT_TURN: RateLimits = [{ ...stored('chatTurns', TEN_MINUTES), name: 'chat turn' }]
export const DRAFT: RateLimits = [stored('drafts', TEN_MINUTES)]
/** Each approval costs the model another step. */
export const APPROVAL: RateLimits = [stored(300, TEN_MINUTES)]
export const APP_SIGN_IN: RateLimits = [stored(20, TEN_MINUTES)]
/** For reading everything that a user has stored. */
export const EXPORT: RateLimits = [stored(10, TEN_MINUTES)]
export const FAUCET: RateLimits = [stored(10, TEN_MINUTES)]
/** Wrong re-authentications. A stolen token first uses up the tries of its own session, so the owner keeps some. */
export const CONFIRMATION: RateLimits = [
  { ...stored(20, QUARTER_HOUR, 'place'), name: 'confirm', counts: 'failures' },
  { ...stored(100, QUARTER_HOUR, 'session'), name: 'confirm:session', counts: 'failures' },
  { ...stored(1_000, QUARTER_HOUR), name: 'confirm:user', counts: 'failures' },
]
/** Each change costs a password hash and reveals whether a name is taken. */
export const CREDENTIALS: RateLimits = [stored(20, QUARTER_HOUR, 'place'), ...CONFIRMATION]

/** Each answer reveals whether a name is taken. */
export const NAME_CHECK: RateLimits = [stored(60, QUARTER_HOUR)]

/** Wrong guesses per name and address, so that strangers can't lock a person out, and per address over all names. */
export const guesses = (field: string): RateLimits => [
  { ...stored(30, QUARTER_HOUR, { field }), name: 'guess:name', counts: 'failures' },
  { ...stored(100, QUARTER_HOUR, 'address'), name: 'guess', counts: 'failures' },
]

/** For sign-in challenges, each of which is stored for five minutes. */
export const CHALLENGE: RateLimits = [
  stored(100, QUARTER_HOUR, { field: 'wallet_address' }),
  stored(1_000, QUARTER_HOUR, 'address'),
]
