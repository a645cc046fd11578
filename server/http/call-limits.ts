import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '#contract/endpoint/endpoint.ts'
import type { LimitSettings, RateLimit } from '#contract/endpoint/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { sha256 } from '#server/lib/sha256.ts'

export type CallMeter = {
  readonly limit: RateLimit
  /** Throws `RATE_LIMITED` with the time to wait. */
  take(request: FastifyRequest): Promise<void>
  /** Takes back one count, for a call that does not count after all. */
  giveBack(request: FastifyRequest): Promise<void>
}

export type CallMeters = (endpoint: Endpoint) => readonly CallMeter[]

type Counter = Pick<RateLimiterMemory, 'consume' | 'reward'>

/**
 * Creates the call meters of all endpoints. Cheap calls are counted in this process, because a row would cost more
 * than the call, so N servers allow N times as many. Costly calls are counted in the database, for all servers.
 * Windows begin with the first call.
 */
export function createCallMeters(db: Queryable, settings: LimitSettings): CallMeters {
  const counters = new Map<string, Counter>()

  function openCounter(name: string, limit: RateLimit): Counter {
    const known = counters.get(name)
    if (known !== undefined) return known
    const points = typeof limit.max === 'number' ? limit.max : settings[limit.max]
    const options = { keyPrefix: name, points, duration: limit.windowSeconds }
    const counter =
      limit.keptIn === 'process' ? new RateLimiterMemory(options) : createStoredCounter(db, options)
    counters.set(name, counter)
    return counter
  }

  return (endpoint) =>
    endpoint.limits.map((limit, index) => {
      const counter = openCounter(limit.name ?? `${endpoint.name}:${index}`, limit)
      return {
        limit,
        async take(request) {
          try {
            await counter.consume(findSubject(limit, request))
          } catch (refusal) {
            if (refusal instanceof RateLimiterRes)
              throw createLimitError(limit, refusal.msBeforeNext)
            throw refusal
          }
        },
        async giveBack(request) {
          await counter.reward(findSubject(limit, request))
        },
      }
    })
}

/** Returns a function that counts a subject's event over all servers and says whether it is within the quota. */
export function createQuota(
  db: Queryable,
  { name, max, windowSeconds }: { name: string; max: number; windowSeconds: number },
): (subject: string) => Promise<boolean> {
  const counter = createStoredCounter(db, { keyPrefix: name, points: max, duration: windowSeconds })
  return async (subject) => {
    try {
      await counter.consume(digest(subject))
      return true
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return false
      throw refusal
    }
  }
}

const createStoredCounter = (
  db: Queryable,
  options: { keyPrefix: string; points: number; duration: number },
): Counter =>
  new RateLimiterPostgres({
    ...options,
    storeClient: createStoreClient(db),
    storeType: 'client',
    tableName: 'call_count',
    tableCreated: true,
  })

/** Adapts the database to the library's PostgreSQL store. */
const createStoreClient = (db: Queryable) => ({
  async query({ text, values }: { text: string; values?: unknown[] }) {
    const found = await db.query<{ points?: number; expire?: bigint | null }>(text, values)
    const rows = found.map(({ points, expire }) => ({ points, expire: Number(expire ?? 0) }))
    return { rows, rowCount: rows.length }
  },
})

function findSubject({ per }: RateLimit, request: FastifyRequest): string {
  const address = toAddressKey(request.ip)
  if (per === 'address') return digest(address)
  if (typeof per === 'object') return digest([readField(request, per.field), address])
  if (request.caller === null) throw new Error('a public endpoint has no user to count by')
  const { id, sessionId } = request.caller
  if (per === 'user') return id
  return per === 'session' ? sessionId : digest([sessionId, address])
}

/** Counts names as sign-in compares them. */
function readField({ body, query }: FastifyRequest, field: string): string {
  const value: unknown = Reflect.get(Object.assign({}, query, body), field)
  return typeof value === 'string'
    ? value.toWellFormed().normalize('NFKC').trim().toLowerCase()
    : ''
}

/** Keeps keys short and addresses out of the database. */
const digest = (subject: unknown): string => sha256(JSON.stringify(subject))

function createLimitError({ counts }: RateLimit, waitMs: number): AppError {
  const waitSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const what = counts === 'failures' ? 'Too many attempts' : 'Too many requests in a short time'
  return new AppError('RATE_LIMITED', `${what}. Try again in ${formatSeconds(waitSeconds)}.`, {
    retryAfterSeconds: waitSeconds,
  })
}

/** Returns an IPv4 address, or the /64 network of one IPv6 customer. */
export const toAddressKey = (ip: string): string => takePrefix(ip, 4)

/** Returns an IPv4 address, or the /48 network of an IPv6 site. */
export const toNetworkKey = (ip: string): string => takePrefix(ip, 3)

function takePrefix(ip: string, count: number): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip
  const address = ipaddr.IPv6.parse(ip)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const groups = address.parts.slice(0, count).map((group) => group.toString(16))
  return `${groups.join(':')}::/${count * 16}`
}

const formatSeconds = (seconds: number): string =>
  seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
