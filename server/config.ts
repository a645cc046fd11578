import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { parseEnv } from 'node:util'
import * as z from 'zod/mini'
import { DEFAULT_LIMITS, type LimitSetting, type LimitSettings } from '#contract/limits.ts'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { DatabaseBackend } from '#server/jobs/queue-settings.ts'
import {
  DROPPED_RULES,
  RENAMED_RULES,
  RETENTION,
  type RetentionDays,
} from '#server/jobs/retention.ts'
import { isAddress } from '#solana/base58.ts'

const NETWORKS = ['localnet', 'devnet', 'testnet', 'mainnet-beta'] as const
export type Network = (typeof NETWORKS)[number]

export type Config = {
  readonly appName: string
  readonly port: number
  readonly host: string
  /** Port of a worker's metrics; 0 for any. */
  readonly workerPort: number
  readonly dataDir: string
  /** Null for the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null
  /** What kind of database `databaseUrl` names. */
  readonly databaseBackend: DatabaseBackend
  readonly solana: {
    /** Null for the embedded chain. */
    readonly rpcUrl: string | null
    readonly network: Network
    readonly localPort: number
  }
  /** Null on a localnet that generates its treasury. */
  readonly receiverWallet: string | null
  /** Smaller deposits without an unpaid order are summed by day; 0 lists each. */
  readonly dustBelowLamports: bigint
  /** Null for the demo token on localnet, and no token elsewhere. */
  readonly productToken: { readonly mint: string; readonly rawPerPoint: bigint } | null
  /** The first signs, all verify; empty for one generated into `dataDir`. */
  readonly jwtSecrets: readonly string[]
  readonly publicOrigin: string | null
  readonly llm: {
    readonly baseUrl: string
    readonly apiKey: string | null
    readonly model: string
  } | null
  /** 0 is free. */
  readonly chatPointsPerTurn: number
  readonly welcomePoints: number
  /** Null for the public sources, and none on localnet. */
  readonly priceUrl: string | null
  /** `host:port` pairs that the outbound guard allows. */
  readonly outboundAllow: readonly string[]
  /** Limits of one analysis; its report shows when one was met. */
  readonly analysis: {
    readonly maxTransactions: number
    readonly maxMb: number
    readonly maxMinutes: number
    /** Space for what was read of all tokens. */
    readonly storeMb: number
  }
  readonly research: {
    /** `demo` answers from invented data without a network. */
    readonly world: 'demo' | 'live'
    /** Null for the built-in list. */
    readonly feeds: readonly { readonly name: string; readonly url: string }[] | null
    /** With fewer useful sources, the POINT is refunded. */
    readonly minSources: number
    readonly jupiterKey: string | null
  }
  readonly retentionDays: RetentionDays
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[]
  /** Token of the `/metrics` collector; null allows only this machine. */
  readonly metricsToken: string | null
  readonly isHstsForSubdomains: boolean
  /** Allows an older version on the database of a newer one. */
  readonly allowsNewerDatabase: boolean
  /** Further host names of this server. */
  readonly allowedHosts: readonly string[]
  readonly limits: LimitSettings
}

/** Stops the start; `message` is one line that names the key. */
export class ConfigError extends Error {
  constructor(key: string, reason: string) {
    super(`${key}: ${reason}`)
    this.name = 'ConfigError'
  }
}

const integer = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, error)),
    z.pipe(z.transform(Number), z.number().check(z.gte(min, error), z.lte(max, error))),
  )
}

const list = z.pipe(
  z.string(),
  z.transform((text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
)

const url = (protocols: readonly string[]) =>
  z.string().check(
    z.refine(
      (text) => {
        const parsed = URL.parse(text)
        return parsed !== null && protocols.includes(parsed.protocol)
      },
      `must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  )

const address = z.string().check(z.refine(isAddress, 'must be a Solana address (base58, 32 bytes)'))

const HTTP = ['http:', 'https:']

const DEFAULT_DUST_LAMPORTS = 100_000
/** The smallest order is 1 POINT, so dust never pays one. */
const MAX_DUST_LAMPORTS = Number(LAMPORTS_PER_POINT / 10n)

/** An address or a network in Fastify's `trustProxy` syntax. */
const isProxy = (text: string): boolean => {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits] = text.split('/', 2)
  const family = isIP(address)
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0)
  return family !== 0 && isNetwork && Number(bits ?? 1) <= (family === 4 ? 32 : 128)
}

/** Reads `Name=https://…` or an address, which is named by its host. */
const readFeed = (text: string): { name: string; url: string } | null => {
  const [, name, address = text] = /^([^=:/]{1,60})=(\S+)$/.exec(text) ?? []
  const parsed = URL.parse(address)
  if (parsed === null || !HTTP.includes(parsed.protocol)) return null
  return { name: name?.trim() ?? parsed.hostname.replace(/^www\./, ''), url: parsed.href }
}

/** Reads `rule=days`. Returns null for an unknown rule. */
const readRetention = (text: string): [string, number] | null => {
  const [, given = '', days] = /^(\w+)=([1-9]\d{0,3})$/.exec(text.replaceAll(' ', '')) ?? []
  const rule = Object.hasOwn(RENAMED_RULES, given) ? (RENAMED_RULES[given] ?? given) : given
  return Object.hasOwn(RETENTION, rule) || DROPPED_RULES.has(rule) ? [rule, Number(days)] : null
}

const SWITCH = z.enum(['on', 'off'], 'must be on or off')
const HOST_PORT = /^[^\s:/]+:\d{1,5}$/

/** Every configuration key. A test compares them with `.env.example`. */
export const CONFIG_KEYS = {
  APP_NAME: z.string().check(z.maxLength(40, 'must have at most 40 characters')),
  PORT: integer(0, 65_535),
  HOST: z.string(),
  WORKER_PORT: integer(0, 65_535),
  DATA_DIR: z.string(),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  DATABASE_BACKEND: z.enum(
    ['postgres', 'cockroachdb', 'citus'],
    'must be postgres, cockroachdb or citus',
  ),
  SOLANA_RPC_URL: url(HTTP),
  SOLANA_NETWORK: z.enum(NETWORKS, `must be one of ${NETWORKS.join(', ')}`),
  SOLANA_LOCAL_PORT: integer(0, 65_534),
  RECEIVER_WALLET: address,
  DUST_LAMPORTS: integer(0, MAX_DUST_LAMPORTS),
  PRODUCT_TOKEN_MINT: address,
  PRODUCT_TOKEN_PER_POINT: z
    .string()
    .check(z.regex(/^[1-9]\d{0,18}$/, 'must be a whole number of raw token units above 0')),
  JWT_SECRET: z.pipe(
    list,
    z
      .array(z.string().check(z.minLength(32, 'must have at least 32 characters each')))
      .check(z.minLength(1, 'must not be empty')),
  ),
  PUBLIC_ORIGIN: url(HTTP).check(
    z.refine((text) => {
      const parsed = URL.parse(text)
      return parsed === null || parsed.origin === text
    }, 'must be an origin without a path, like https://desk.example.com'),
  ),
  LLM_BASE_URL: url(HTTP),
  LLM_API_KEY: z.string(),
  LLM_MODEL: z.string(),
  CHAT_POINTS_PER_TURN: integer(0, 1_000),
  WELCOME_POINTS: integer(0, 1_000_000),
  PRICE_URL: url(HTTP),
  ANALYSIS_MAX_TRANSACTIONS: integer(1, 10_000_000),
  ANALYSIS_MAX_MB: integer(1, 1_000_000),
  ANALYSIS_MAX_MINUTES: integer(1, 1_440),
  ANALYSIS_STORE_MB: integer(0, 10_000_000),
  RESEARCH_SOURCES: z.enum(['demo', 'live'], 'must be demo or live'),
  RESEARCH_FEEDS: z.pipe(
    list.check(
      z.refine(
        (feeds) => feeds.every((feed) => readFeed(feed) !== null),
        'must be Name=URL pairs separated by commas',
      ),
    ),
    z.transform((feeds: string[]) => feeds.flatMap((feed) => readFeed(feed) ?? [])),
  ),
  RESEARCH_MIN_SOURCES: integer(1, 20),
  JUPITER_API_KEY: z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')),
  OUTBOUND_ALLOW: z.pipe(
    list,
    z.array(z.string().check(z.regex(HOST_PORT, 'must be host:port pairs separated by commas'))),
  ),
  RETENTION_DAYS: z.pipe(
    list.check(
      z.refine(
        (rules) => rules.every((rule) => readRetention(rule) !== null),
        `must be rule=days pairs separated by commas; rules: ${Object.keys(RETENTION).join(', ')}`,
      ),
    ),
    z.transform((rules: string[]): RetentionDays =>
      // Two former rules can be one today: the longer age wins.
      Object.fromEntries(
        rules
          .map(readRetention)
          .filter((rule) => rule !== null)
          .toSorted(([, a], [, b]) => a - b),
      ),
    ),
  ),
  METRICS_TOKEN: z.string().check(z.minLength(16, 'must have at least 16 characters')),
  HSTS_SUBDOMAINS: SWITCH,
  ALLOW_NEWER_DATABASE: SWITCH,
  TRUST_PROXY: z.pipe(
    list,
    z.array(
      z
        .string()
        .check(z.refine(isProxy, 'must be addresses or networks like 10.0.0.0/8, with commas')),
    ),
  ),
  ALLOWED_HOSTS: z.pipe(
    list,
    z.array(
      z.string().check(z.regex(/^[a-z\d.-]+$/i, 'must be host names without a port, with commas')),
    ),
  ),
  MAX_OPEN_ORDERS: integer(1, 1_000_000),
  MAX_CHATS: integer(1, 1_000_000),
  MAX_CHAT_MB: integer(1, 1_000_000),
  MAX_AGENTS: integer(1, 1_000_000),
  MAX_RUNNING_JOBS: integer(1, 1_000_000),
  MAX_CHAT_TURNS: integer(1, 1_000_000),
  MAX_DRAFTS: integer(1, 1_000_000),
  MAX_UNPAID_STARTS: integer(1, 1_000_000),
  MAX_WELCOMES: integer(1, 1_000_000),
} as const

type Key = keyof typeof CONFIG_KEYS
type Values = { [K in Key]?: z.infer<(typeof CONFIG_KEYS)[K]> }
const keys = Object.keys(CONFIG_KEYS) as Key[]

const readValues = (env: Readonly<Record<string, string | undefined>>): Values => {
  const values: Partial<Record<Key, unknown>> = {}
  for (const key of keys) {
    const text = env[key]?.trim()
    if (text === undefined || text === '') continue
    const parsed = CONFIG_KEYS[key].safeParse(text)
    if (!parsed.success) {
      throw new ConfigError(key, parsed.error.issues[0]?.message ?? 'is not valid')
    }
    values[key] = parsed.data
  }
  // The key's own schema parsed each value.
  return values as Values
}

const LIMIT_KEYS = {
  openOrders: 'MAX_OPEN_ORDERS',
  chats: 'MAX_CHATS',
  chatMegabytes: 'MAX_CHAT_MB',
  agents: 'MAX_AGENTS',
  runningJobs: 'MAX_RUNNING_JOBS',
  chatTurns: 'MAX_CHAT_TURNS',
  drafts: 'MAX_DRAFTS',
  unpaidStarts: 'MAX_UNPAID_STARTS',
  welcomes: 'MAX_WELCOMES',
} as const satisfies Record<LimitSetting, Key>

const limitsFrom = (values: Values): LimitSettings => {
  const limits: Record<LimitSetting, number> = { ...DEFAULT_LIMITS }
  for (const setting of Object.keys(LIMIT_KEYS) as LimitSetting[]) {
    limits[setting] = values[LIMIT_KEYS[setting]] ?? limits[setting]
  }
  return limits
}

const together = (values: Values, key: Key, needed: Key, why: string): void => {
  if (values[key] !== undefined && values[needed] === undefined) {
    throw new ConfigError(needed, `is needed with ${key} (${why})`)
  }
}

/** Throws `ConfigError` for the first bad or missing value. */
export const parseConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const values = readValues(env)
  together(values, 'SOLANA_RPC_URL', 'RECEIVER_WALLET', 'the treasury that payments go to')
  together(values, 'LLM_BASE_URL', 'LLM_MODEL', 'the model to ask for')
  together(values, 'LLM_MODEL', 'LLM_BASE_URL', 'where the model answers')
  together(values, 'PRODUCT_TOKEN_MINT', 'PRODUCT_TOKEN_PER_POINT', 'its price for one POINT')
  together(values, 'PRODUCT_TOKEN_PER_POINT', 'PRODUCT_TOKEN_MINT', 'the token it is a price in')
  const rpcUrl = values.SOLANA_RPC_URL ?? null
  const network = values.SOLANA_NETWORK ?? (rpcUrl === null ? 'localnet' : 'mainnet-beta')
  if (rpcUrl === null && network !== 'localnet') {
    throw new ConfigError('SOLANA_RPC_URL', `is needed for SOLANA_NETWORK=${network}`)
  }
  return {
    appName: values.APP_NAME ?? 'SolDesk',
    port: values.PORT ?? 3000,
    host: values.HOST ?? '127.0.0.1',
    workerPort: values.WORKER_PORT ?? 0,
    dataDir: path.resolve(values.DATA_DIR ?? 'data'),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseBackend: values.DATABASE_BACKEND ?? 'postgres',
    solana: { rpcUrl, network, localPort: values.SOLANA_LOCAL_PORT ?? 8899 },
    receiverWallet: values.RECEIVER_WALLET ?? null,
    dustBelowLamports: BigInt(values.DUST_LAMPORTS ?? DEFAULT_DUST_LAMPORTS),
    productToken:
      values.PRODUCT_TOKEN_MINT === undefined || values.PRODUCT_TOKEN_PER_POINT === undefined
        ? null
        : {
            mint: values.PRODUCT_TOKEN_MINT,
            rawPerPoint: BigInt(values.PRODUCT_TOKEN_PER_POINT),
          },
    jwtSecrets: values.JWT_SECRET ?? [],
    publicOrigin: values.PUBLIC_ORIGIN ?? null,
    llm:
      values.LLM_BASE_URL === undefined || values.LLM_MODEL === undefined
        ? null
        : {
            baseUrl: values.LLM_BASE_URL,
            apiKey: values.LLM_API_KEY ?? null,
            model: values.LLM_MODEL,
          },
    chatPointsPerTurn: values.CHAT_POINTS_PER_TURN ?? 0,
    welcomePoints: values.WELCOME_POINTS ?? (network === 'localnet' ? 10 : 0),
    priceUrl: values.PRICE_URL ?? null,
    analysis: {
      maxTransactions: values.ANALYSIS_MAX_TRANSACTIONS ?? 250_000,
      maxMb: values.ANALYSIS_MAX_MB ?? 2_048,
      maxMinutes: values.ANALYSIS_MAX_MINUTES ?? 15,
      storeMb: values.ANALYSIS_STORE_MB ?? 8_192,
    },
    research: {
      world: values.RESEARCH_SOURCES ?? (network === 'localnet' ? 'demo' : 'live'),
      feeds: values.RESEARCH_FEEDS ?? null,
      minSources: values.RESEARCH_MIN_SOURCES ?? 2,
      jupiterKey: values.JUPITER_API_KEY ?? null,
    },
    outboundAllow: values.OUTBOUND_ALLOW ?? [],
    retentionDays: values.RETENTION_DAYS ?? {},
    trustProxy: values.TRUST_PROXY ?? [],
    metricsToken: values.METRICS_TOKEN ?? null,
    isHstsForSubdomains: values.HSTS_SUBDOMAINS === 'on',
    allowsNewerDatabase: values.ALLOW_NEWER_DATABASE === 'on',
    allowedHosts: values.ALLOWED_HOSTS ?? [],
    limits: limitsFrom(values),
  }
}

/** Reads the environment over `.env`. */
export const loadConfig = (): Config => parseConfig({ ...valuesOfFile(), ...process.env })

const valuesOfFile = (): Record<string, string | undefined> => {
  const file = envFile()
  try {
    return readEnvFile(file)
  } catch (error) {
    throw new ConfigError('.env', `${file} cannot be read (${String(error)})`)
  }
}

const envFile = (): string => path.resolve('.env')

/** Returns no values if the file is absent. Throws the system's error if it is unreadable. */
const readEnvFile = (file: string): Record<string, string | undefined> =>
  existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}

/** Returns the configured address, or the one the server listens on. */
export const publicOrigin = (config: Config, port: number): string => {
  if (config.publicOrigin !== null) return config.publicOrigin
  const isAny = config.host === '0.0.0.0' || config.host === '::'
  const host = isAny ? '127.0.0.1' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
