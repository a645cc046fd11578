import type { Clock } from '#src/lib/clock.ts'
import { isRecord, savedJson } from '#src/lib/storage/saved-record.ts'

/** Where the client finds its tokens. Read at every use, so that what another tab stored counts at once. */
export type TokenStore = {
  accessToken(): string | null
  refreshToken(): string | null
  store(tokens: { access_token: string; refresh_token?: string | undefined }): void
  clear(): void
}

export type RefreshOutcome = { ok: true } | { ok: false; cause: Error }

/** The part of the Web Locks API that is used; absent on insecure origins and in old browsers. */
export type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> }

type RefresherOptions = {
  tokens: TokenStore
  /** Asks the server for new tokens; throws what it throws. */
  ask: (
    refreshToken: string,
  ) => Promise<{ access_token: string; refresh_token?: string | undefined }>
  /** True when a failed ask says nothing about the session (offline, server restarting). */
  isTemporary: (error: unknown) => boolean
  locks: Locks | null
  clock: Clock
}

const LOCK_NAME = 'session-refresh'
/** Tabs live in processes of their own and see each other's storage a little later. */
const SETTLE_MS = 100

/** Share of a token's life that is left when it is renewed, so that no call carries one that ends on its way. */
const RENEWAL_SHARE = 0.1

/** Returns when a JWT was issued and when it ends, in Unix milliseconds by the server's clock; null for other tokens. */
const lifeOf = (token: string | null): { startMs: number; endMs: number } | null => {
  try {
    const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = savedJson(atob(payload))
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
 * Renews the session at most once at a time: calls in this tab share one flight, tabs take turns under a lock, and who
 * comes second finds the tokens already new. Without locks two tabs may ask at once; the server answers both alike
 * within its grace time, and a refused tab looks once more whether another one has stored new tokens.
 *
 * `refresh` takes the access token that was refused. It throws only temporary failures. `isEnding` is true for a token
 * in the last tenth of its life or past it.
 */
export const createRefresher = ({ tokens, ask, isTemporary, locks, clock }: RefresherOptions) => {
  let inFlight: Promise<RefreshOutcome> | null = null
  /** How far this browser's clock is ahead of the server's, as the last new token showed. */
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
      const life = lifeOf(renewed.access_token)
      if (life !== null) aheadMs = clock.now() - life.startMs
      // A sign-out while the answer was on its way stays a sign-out.
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

  /** Its result is given at once; the next tab gets its turn when it can see the new tokens. */
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
      const life = lifeOf(token)
      if (life === null) return false
      const leftMs = life.endMs + aheadMs - clock.now()
      return leftMs <= (life.endMs - life.startMs) * RENEWAL_SHARE
    },
  }
}
