import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import type * as z from 'zod/mini'
import { DEFAULT_LIMITS, type LimitSetting, type LimitSettings } from '#contract/endpoint/limits.ts'
import { CONFIG_KEYS, DEFAULT_DUST_LAMPORTS, type Network } from '#server/config-keys.ts'
import type { DatabaseBackend } from '#server/jobs/queue-settings.ts'
import { editDistance } from '#server/lib/text/edit-distance.ts'
import type { LogLevel } from '#server/lib/logger.ts'
import type { RetentionDays } from '#server/jobs/retention.ts'

export type Config = {
  readonly appName: string
  readonly port: number
  readonly host: string
  /** Port of a worker's metrics. 0: any. */
  readonly workerPort: number
  readonly dataDir: string
  /** Null: the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null
  readonly databaseBackend: DatabaseBackend
  readonly solana: {
    /** Null: the embedded chain. */
    readonly rpcUrl: string | null
    readonly network: Network
    /** Port of the embedded chain. 0: any. */
    readonly localPort: number
  }
  /** Null on a localnet that generates its treasury. */
  readonly receiverWallet: string | null
  /** Smaller deposits without an unpaid order are summed by day; 0 lists each. */
  readonly dustBelowLamports: bigint
  /** Pause between two scans for unreported payments while no order is open. */
  readonly reconcileSeconds: number
  /** Null: the demo token on localnet, and no token elsewhere. */
  readonly productToken: { readonly mint: string; readonly rawPerPoint: bigint } | null
  /** The first signs, all verify; empty for one generated into `dataDir`. */
  readonly jwtSecrets: readonly string[]
  /** Null: the address that this server listens on. */
  readonly publicOrigin: string | null
  readonly llm: {
    readonly baseUrl: string
    readonly apiKey: string | null
    readonly model: string
  } | null
  /** 0: free. */
  readonly chatPointsPerTurn: number
  /** POINTS for a new account. 0: none. */
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
    /** Space for the stored data of all tokens, in megabytes. */
    readonly storeMb: number
    /** Minutes between two polls of a watched wallet. */
    readonly watchMinutes: number
    /** Tokens whose price alerts are checked in one minute. */
    readonly alertTokens: number
  }
  readonly research: {
    /** `demo` answers from invented data without a network. */
    readonly world: 'demo' | 'live'
    /** Null for the built-in list. */
    readonly feeds: readonly { readonly name: string; readonly url: string }[] | null
    /** With fewer useful sources, the POINT is refunded. */
    readonly minSources: number
    readonly jupiterKey: string | null
    /** Address of a SearXNG-compatible search; null for none. */
    readonly searchUrl: string | null
  }
  /** True if users may add their own MCP servers. */
  readonly allowsUserApps: boolean
  /** `host:port` pairs that the outbound guard allows to users' own MCP servers. */
  readonly userAppsAllow: readonly string[]
  /** True if users may connect their own model to their chats. */
  readonly allowsUserModels: boolean
  readonly retentionDays: RetentionDays
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[]
  /** Token of the `/metrics` collector; null allows only this machine. */
  readonly metricsToken: string | null
  readonly logLevel: LogLevel
  /** OpenTelemetry collector; null sends no traces. */
  readonly otlpEndpoint: string | null
  readonly isHstsForSubdomains: boolean
  /** Allows an older version on the database of a newer one. */
  readonly allowsNewerDatabase: boolean
  readonly allowedHosts: readonly string[]
  readonly limits: LimitSettings
}

/** EX_CONFIG of sysexits.h. `deploy/soldesk.service` does not restart after it. */
export const CONFIG_EXIT_CODE = 78

/** Stops the start until someone changes something; `message` is one line that names the key. */
export class ConfigError extends Error {
  constructor(key: string, reason: string) {
    super(`${key}: ${reason}`)
    this.name = 'ConfigError'
  }
}

type Key = keyof typeof CONFIG_KEYS
type Values = { [K in Key]?: z.infer<(typeof CONFIG_KEYS)[K]> }
const keys = Object.keys(CONFIG_KEYS) as Key[]

type Environment = Readonly<Record<string, string | undefined>>

const readValues = (env: Environment): Values => {
  const values: Partial<Record<Key, unknown>> = {}
  for (const key of keys) {
    const text = readText(env, key)
    if (text === undefined || text === '') continue
    const parsed = CONFIG_KEYS[key].safeParse(text)
    if (!parsed.success) {
      throw new ConfigError(key, parsed.error.issues[0]?.message ?? 'is not valid')
    }
    values[key] = parsed.data
  }
  // Each value was parsed by its key's schema.
  return values as Values
}

/** Returns a key's value or that of its file; blank counts as absent. Throws `ConfigError` if both are set. */
const readText = (env: Environment, key: Key): string | undefined => {
  const given = env[key]?.trim() ?? ''
  const file = readSecretFile(env, key)?.trim()
  if (given !== '' && file !== undefined) {
    throw new ConfigError(`${key}_FILE`, `cannot be used while ${key} is set`)
  }
  return given === '' ? file : given
}

/** Reads a value from the file that `KEY_FILE` names, as container platforms deliver secrets. */
const readSecretFile = (env: Environment, key: Key): string | undefined => {
  const file = env[`${key}_FILE`]?.trim()
  if (file === undefined || file === '') return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${key}_FILE`, `${file} cannot be read (${String(error)})`)
  }
}

const LIMIT_KEYS = {
  openOrders: 'MAX_OPEN_ORDERS',
  chats: 'MAX_CHATS',
  chatMegabytes: 'MAX_CHAT_MB',
  agents: 'MAX_AGENTS',
  ownApps: 'MAX_OWN_APPS',
  watchedWallets: 'MAX_WATCHED_WALLETS',
  runningJobs: 'MAX_RUNNING_JOBS',
  chatTurns: 'MAX_CHAT_TURNS',
  drafts: 'MAX_DRAFTS',
  unpaidStarts: 'MAX_UNPAID_STARTS',
  welcomes: 'MAX_WELCOMES',
} as const satisfies Record<LimitSetting, Key>

const readLimits = (values: Values): LimitSettings => {
  const limits: Record<LimitSetting, number> = { ...DEFAULT_LIMITS }
  for (const setting of Object.keys(LIMIT_KEYS) as LimitSetting[]) {
    limits[setting] = values[LIMIT_KEYS[setting]] ?? limits[setting]
  }
  return limits
}

const assertPair = (values: Values, key: Key, needed: Key, why: string): void => {
  if (values[key] !== undefined && values[needed] === undefined) {
    throw new ConfigError(needed, `is needed with ${key} (${why})`)
  }
}

/** Throws `ConfigError` for the first bad or missing value. */
export const parseConfig = (env: Environment): Config => {
  const values = readValues(env)
  assertPair(values, 'SOLANA_RPC_URL', 'RECEIVER_WALLET', 'the treasury that payments go to')
  assertPair(values, 'LLM_BASE_URL', 'LLM_MODEL', 'the model to ask for')
  assertPair(values, 'LLM_MODEL', 'LLM_BASE_URL', 'where the model answers')
  assertPair(values, 'PRODUCT_TOKEN_MINT', 'PRODUCT_TOKEN_PER_POINT', 'its price for one POINT')
  assertPair(values, 'PRODUCT_TOKEN_PER_POINT', 'PRODUCT_TOKEN_MINT', 'the token it is a price in')
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
    reconcileSeconds: values.RECONCILE_SECONDS ?? 5,
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
      watchMinutes: values.ANALYSIS_WATCH_MINUTES ?? 5,
      alertTokens: values.ANALYSIS_ALERT_TOKENS ?? 20,
    },
    research: {
      world: values.RESEARCH_SOURCES ?? (network === 'localnet' ? 'demo' : 'live'),
      feeds: values.RESEARCH_FEEDS ?? null,
      minSources: values.RESEARCH_MIN_SOURCES ?? 2,
      jupiterKey: values.JUPITER_API_KEY ?? null,
      searchUrl: values.SEARCH_URL ?? null,
    },
    allowsUserApps: values.USER_APPS !== 'off',
    userAppsAllow: values.USER_APPS_ALLOW ?? [],
    allowsUserModels: values.USER_MODELS === 'on',
    outboundAllow: values.OUTBOUND_ALLOW ?? [],
    retentionDays: values.RETENTION_DAYS ?? {},
    trustProxy: values.TRUST_PROXY ?? [],
    logLevel: values.LOG_LEVEL ?? 'warn',
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    isHstsForSubdomains: values.HSTS_SUBDOMAINS === 'on',
    allowsNewerDatabase: values.ALLOW_NEWER_DATABASE === 'on',
    allowedHosts: values.ALLOWED_HOSTS ?? [],
    limits: readLimits(values),
  }
}

/** Reads the environment over `.env`. Throws `ConfigError`. */
export const loadConfig = (): Config => parseConfig({ ...readEnvFile(), ...process.env })

/** Returns the values of `.env` in the working directory; none if it is missing. */
const readEnvFile = (): Environment => {
  const file = path.resolve('.env')
  try {
    const values = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
    const [misspelled] = listMisspelled(values)
    if (misspelled !== undefined) throw misspelled
    return values
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError('.env', `${file} cannot be read (${String(error)})`)
  }
}

/** Returns an error for each key that is nearly one of ours. In the environment it may be another program's. */
export const listMisspelled = (env: Environment): ConfigError[] =>
  Object.keys(env).flatMap((key) => {
    const meant = findMeant(key)
    return meant === undefined ? [] : [new ConfigError(key, `is no key. Do you mean ${meant}?`)]
  })

const findMeant = (key: string): string | undefined => {
  const known = keys.flatMap((each) => [each, `${each}_FILE`])
  if (known.includes(key) || key.length < MIN_MISSPELLED) return undefined
  return known.find((each) => editDistance(key, each) <= MAX_EDITS)
}

const MIN_MISSPELLED = 6
const MAX_EDITS = 2

/** Returns the configured address, or the one the server listens on. */
export const findPublicOrigin = (config: Config, port: number): string => {
  if (config.publicOrigin !== null) return config.publicOrigin
  const isAny = config.host === '0.0.0.0' || config.host === '::'
  const host = isAny ? '127.0.0.1' : config.host
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
