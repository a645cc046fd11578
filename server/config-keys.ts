import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import {
  DROPPED_RULES,
  RENAMED_RULES,
  RETENTION,
  type RetentionDays,
} from '#server/jobs/retention.ts'
import { LOG_LEVELS } from '#server/lib/logger.ts'
import { isAddress } from '#solana/base58.ts'

const NETWORKS = ['localnet', 'devnet', 'testnet', 'mainnet-beta'] as const
export type Network = (typeof NETWORKS)[number]

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

/** Deposits below this many lamports that name no order are only summed. */
export const DEFAULT_DUST_LAMPORTS = 100_000
/** The smallest order is 1 POINT, so dust never pays one. */
const MAX_DUST_LAMPORTS = Number(LAMPORTS_PER_POINT / 10n)

/** Returns true for an address or a network in the syntax of Fastify's `trustProxy`. */
const isProxy = (text: string): boolean => {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
  return isNetwork ? !/\/0+$/.test(text) : isIP(text) !== 0
}

/** Reads `Name=https://…` or an address, which is named by its host. Returns null for anything else. */
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

const hostPorts = z.pipe(
  list,
  z.array(z.string().check(z.regex(HOST_PORT, 'must be host:port pairs separated by commas'))),
)

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
  RECONCILE_SECONDS: integer(1, 3_600),
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
  ANALYSIS_WATCH_MINUTES: integer(1, 1_440),
  ANALYSIS_ALERT_TOKENS: integer(1, 10_000),
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
  SEARCH_URL: url(HTTP),
  USER_APPS: SWITCH,
  USER_APPS_ALLOW: hostPorts,
  USER_MODELS: SWITCH,
  OUTBOUND_ALLOW: hostPorts,
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
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(HTTP),
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
  MAX_OWN_APPS: integer(1, 1_000),
  MAX_WATCHED_WALLETS: integer(1, 10_000),
  MAX_RUNNING_JOBS: integer(1, 1_000_000),
  MAX_CHAT_TURNS: integer(1, 1_000_000),
  MAX_DRAFTS: integer(1, 1_000_000),
  MAX_UNPAID_STARTS: integer(1, 1_000_000),
  MAX_WELCOMES: integer(1, 1_000_000),
} as const
