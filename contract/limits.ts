/** What an operator may set per user, with the defaults; `server/config.ts` has a key for each. */
export const DEFAULT_LIMITS = {
  /** Payment orders that wait for their payment. */
  openOrders: 200,
  chats: 1_500,
  /** Text of all messages together, in MB. */
  chatMegabytes: 200,
  agents: 100,
  /** Analyses and researches that are queued or running. */
  runningJobs: 60,
  /** Answers in a chat that may be asked for in 10 minutes. */
  chatTurns: 60,
  /** Agent drafts in 10 minutes. */
  drafts: 30,
  /** Paid work in one hour that ended without a charge: cancelled, failed, or nothing found. */
  unpaidStarts: 60,
} as const

export type LimitSetting = keyof typeof DEFAULT_LIMITS
export type LimitSettings = { readonly [Setting in LimitSetting]: number }

/** How many calls pass in one window, which begins with the first call. */
export type RateLimit = {
  /** Limits of one name share their counter; without a name, each endpoint has its own. */
  readonly name?: string
  /** The number of calls, or the setting that holds it. */
  readonly max: number | LimitSetting
  readonly windowSeconds: number
  /**
   * `place`: per session and address that it is used from. `{field}`: per address and value of this field of the body or
   * query.
   */
  readonly per: 'user' | 'address' | 'session' | 'place' | { readonly field: string }
  /** `failures`: calls that succeed, are refused, or fail through a fault of the server do not count. */
  readonly counts: 'calls' | 'failures'
  /**
   * `process`: in the memory of each server process, for calls that cost little. `database`: over all servers and
   * restarts, for calls that cost money, passwords or work outside the product.
   */
  readonly keptIn: 'process' | 'database'
}

/** An endpoint without a limit does not compile. */
export type RateLimits = readonly [RateLimit, ...RateLimit[]]

const perMinute = (max: number, per: RateLimit['per']): RateLimit => ({
  max,
  windowSeconds: 60,
  per,
  counts: 'calls',
  keptIn: 'process',
})

const perUser = (max: number | LimitSetting, windowSeconds: number): RateLimit => ({
  max,
  windowSeconds,
  per: 'user',
  counts: 'calls',
  keptIn: 'database',
})

const QUARTER_HOUR = 900
const TEN_MINUTES = 600

/** The caller's own record, read at every start of a page; it must stay as cheap as its one database read. */
export const SELF: RateLimits = [perMinute(600_000, 'user')]
/** Reads of the caller's own rows by an index. */
export const READ: RateLimits = [perMinute(6_000, 'user')]
/** Whole exports, searches and sums over many rows. */
export const BIG_READ: RateLimits = [perMinute(600, 'user')]
/** Changes of the caller's own rows. What they may pile up is capped apart from this. */
export const CHANGE: RateLimits = [perMinute(6_000, 'user')]
/** Calls without a user; many people may share one address. */
export const PUBLIC: RateLimits = [perMinute(60_000, 'address')]
/** A page reports a handful of crashes at most; more would only fill the log. */
export const CRASH_REPORT: RateLimits = [
  { max: 30, windowSeconds: TEN_MINUTES, per: 'address', counts: 'calls', keptIn: 'process' },
]
/** Calls that are asked for again while a payment is under way, each with a look at the chain. */
export const CHAIN_LOOK: RateLimits = [perUser(3_000, TEN_MINUTES)]
/** New work that lasts: orders are watched for days, apps are connected to. */
export const LASTING: RateLimits = [perUser(1_000, TEN_MINUTES)]
export const OUTSIDE_CALL: RateLimits = [perUser(120, TEN_MINUTES)]
export const CHAT_TURN: RateLimits = [{ ...perUser('chatTurns', TEN_MINUTES), name: 'chat turn' }]
export const DRAFT: RateLimits = [perUser('drafts', TEN_MINUTES)]
/** Going on after a question costs the model another step. */
export const APPROVAL: RateLimits = [perUser(300, TEN_MINUTES)]
export const APP_SIGN_IN: RateLimits = [perUser(20, TEN_MINUTES)]
export const FAUCET: RateLimits = [perUser(10, TEN_MINUTES)]
/**
 * Wrong confirmations that the caller owns the account. A thief with a stolen token uses up the tries of its session
 * only, and those of one address before that, so the owner can still change the password and end that session.
 */
export const CONFIRMATION: RateLimits = [
  { ...perUser(20, QUARTER_HOUR), name: 'confirm', per: 'place', counts: 'failures' },
  { ...perUser(100, QUARTER_HOUR), name: 'confirm:session', per: 'session', counts: 'failures' },
  { ...perUser(1_000, QUARTER_HOUR), name: 'confirm:user', counts: 'failures' },
]
/** Each change costs a password hash, and tells whether a name is taken. */
export const CREDENTIALS: RateLimits = [
  { ...perUser(20, QUARTER_HOUR), per: 'place' },
  ...CONFIRMATION,
]

/**
 * Wrong guesses. First per name and address, so that nobody can lock a person out from elsewhere, then per address over
 * all names. Right ones are given back, so one person may sign in all day.
 */
export const guesses = (field: string): RateLimits => [
  {
    name: 'guess:name',
    max: 30,
    windowSeconds: QUARTER_HOUR,
    per: { field },
    counts: 'failures',
    keptIn: 'database',
  },
  {
    name: 'guess',
    max: 100,
    windowSeconds: QUARTER_HOUR,
    per: 'address',
    counts: 'failures',
    keptIn: 'database',
  },
]

/** Challenges cost a row for five minutes each. */
export const CHALLENGE: RateLimits = [
  {
    max: 100,
    windowSeconds: QUARTER_HOUR,
    per: { field: 'wallet_address' },
    counts: 'calls',
    keptIn: 'database',
  },
  {
    max: 1_000,
    windowSeconds: QUARTER_HOUR,
    per: 'address',
    counts: 'calls',
    keptIn: 'database',
  },
]
