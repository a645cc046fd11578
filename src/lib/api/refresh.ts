import type { Clock } from '#src/lib/clock.ts'
import { isRecord, parseSavedJson } from '#src/lib/storage/saved-record.ts'

/** Reads the tokens at every use, because another tab may have stored new ones. */
export type TokenStore = {
  accessToken(): string | null
  refreshToken(): string | null
  store(tokens: { access_token: string; refresh_token?: string | undefined }): void
  clear(): void
}

export type RefreshOutcome = { ok: true } | { ok: false; cause: Error }

/** The used part of the Web Locks API, which insecure origins and old browsers lack. */
export type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> }

type RefresherOptions = {
  tokens: TokenStore
  ask: (
    refreshToken: string,
  ) => Promise<{ access_token: string; refresh_token?: string | undefined }>
  /** True for a failure that is unrelated to the session. */
  isTemporary: (error: unknown) => boolean
  locks: Locks | null
  clock: Clock
}

const LOCK_NAME = 'session-refresh'
/** Tabs see each other's storage with a small delay. */
const SETTLE_MS = 100

/** A token is renewed when this share of its life is left, so that it does not expire in transit. */
const RENEWAL_SHARE = 0.1

/** Returns when a JWT was issued and expires, in Unix milliseconds by the server's clock; null for other tokens. */
const readLifetime = (token: string | null): { startMs: number; endMs: number } | null => {
  try {
    const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = parseSavedJson(atob(payload))
    if (!isRecord(claims)) return null
    const { iat, exp } = claims
    return typeof iat === 'number' && typeof exp === 'number'
      ? { startMs: iat * 1000, endMs: exp * 1000 }
      : null
  } catch {
    return null
  }
}

/**
 * Renews the session one request at a time: calls in this tab share one request, and tabs take turns under a lock.
 * Without locks, two tabs may renew together; the server answers both alike within its grace time, and a refused tab
 * checks for the other's new tokens. `refresh` takes the refused access token and throws temporary failures only.
 * `isEnding` is true for a token in the last tenth of its life or past it.
 */
export const createRefresher = ({ tokens, ask, isTemporary, locks, clock }: RefresherOptions) => {
  let inFlight: Promise<RefreshOutcome> | null = null
  /** How far this browser's clock is ahead of the server's. */
  let aheadMs = 0

  const isRenewedSince = (refusedToken: string | null) => {
    const current = tokens.accessToken()
    return current !== null && current !== refusedToken
  }

  const refresh = async (refusedToken: string | null): Promise<RefreshOutcome> => {
    if (isRenewedSince(refusedToken)) return { ok: true }
    const refreshToken = tokens.refreshToken()
    if (refreshToken === null) return { ok: false, cause: new Error('No refresh token available') }
    try {
      const renewed = await ask(refreshToken)
      const life = readLifetime(renewed.access_token)
      if (life !== null) aheadMs = clock.now() - life.startMs
      // Stores nothing after a sign-out meanwhile.
      if (tokens.refreshToken() === refreshToken) tokens.store(renewed)
      return isRenewedSince(refusedToken)
        ? { ok: true }
        : { ok: false, cause: new Error('No refresh token available') }
    } catch (error) {
      if (isTemporary(error)) throw error
      if (isRenewedSince(refusedToken)) return { ok: true }
      return { ok: false, cause: new Error('Token refresh failed', { cause: error }) }
    }
  }

  /**+Resolves with the new tokens. Holds the lock until other tabs can see them. */
  const refreshInTurn = (refusedToken: string | null, turns: Locks): Promise<RefreshOutcome> =>
    new Promise((resolve, reject) => {
      const turn = turns.request(LOCK_NAME, async () => {
        resolve(await refresh(refusedToken))
        await clock.sleep(SETTLE_MS)
      })
      turn.catch(reject)
    })

  return {
    refresh: (refusedToken: string | null): Promise<RefreshOutcome> => {
      if (isRenewedSince(refusedToken)) return Promise.resolve({ ok: true })
      inFlight ??= (
        locks === null ? refresh(refusedToken) : refreshInTurn(refusedToken, locks)
      ).finally(() => {
        inFlight = null
      })
      return inFlight
    },
    isEnding: (token: string | null): boolean => {
      const life = readLifetime(token)
      if (life === null) return false
      const leftMs = life.endMs + aheadMs - clock.now()
      return leftMs <= (life.endMs - life.startMs) * RENEWAL_SHARE
    },
  }
}
