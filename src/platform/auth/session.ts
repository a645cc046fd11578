import type { Session, UserInfo } from '#contract/auth.ts'
import { ApiError, HttpError, SessionLostError, isTemporary } from '#src/lib/api/api-error.ts'
import { createApiClient } from '#src/lib/api/client.ts'
import type { ApiErrorDetail } from '#src/lib/api/api-error-event.ts'
import type { ApiClient } from '#src/lib/api/client.ts'
import type { Locks } from '#src/lib/api/refresh.ts'
import { systemClock } from '#src/lib/clock.ts'
import type { Clock } from '#src/lib/clock.ts'
import { STORAGE_KEYS } from '#src/lib/storage/storage.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { InvalidUserError, createAuthApi } from './auth-api.ts'
import type { AuthApi } from './auth-api.ts'
import { UNAUTHENTICATED, clearCredentials, storedTokens } from './auth-store.ts'
import type { AuthStore } from './auth-store.ts'

/** For this long the current user is not asked for again. */
const USER_FRESH_MS = 5 * 60_000
/** Between attempts to learn who a token belongs to while the server is away. */
const RETRY_DELAY_MS = 3_000

export type SessionOptions = {
  readonly base: string
  readonly storage: TextStorage
  /** What the page knows of the session; shared with what shows it. */
  readonly store: AuthStore
  readonly report: (detail: ApiErrorDetail) => void
  readonly locks?: Locks | null
  readonly clock?: Clock
}

export type SessionControl = {
  readonly api: ApiClient
  readonly authApi: AuthApi
  /** Validates stored credentials in the background; gives the undoing. */
  readonly start: () => () => void
  /** Asks the server who is signed in, at most every five minutes; ends the session when the answer is no good. */
  readonly validate: () => Promise<void>
  /** Takes over the answer of a sign-in. */
  readonly accept: (session: Session, walletAddress?: string) => void
  /** Takes over what the server now says of the signed-in user. */
  readonly remember: (user: UserInfo) => void
  /** Forgets everything at once; the server is told as far as it can be reached. */
  readonly signOut: (refreshToken?: string | null) => void
}

/** Joins credentials, API client and auth state of one page. */
export const createSession = ({
  base,
  storage,
  store,
  report,
  locks = null,
  clock = systemClock,
}: SessionOptions): SessionControl => {
  let validatedAtMs: number | null = null
  let validation: Promise<void> | null = null

  const end = () => {
    clearCredentials(storage)
    validatedAtMs = null
    store.setState(UNAUTHENTICATED)
  }

  const api = createApiClient({
    base,
    tokens: storedTokens(storage),
    locks,
    clock,
    onSessionLost: end,
    onError: (error) => report(detailOf(error)),
  })
  const authApi = createAuthApi(api)

  const remember = (user: UserInfo) => {
    storage.set(STORAGE_KEYS.userInfo, JSON.stringify(user))
    validatedAtMs = clock.now()
    store.setState({ status: 'authenticated', user, hasLoggedOut: false })
  }

  const askWhoIsSignedIn = async () => {
    const before = store.getState()
    try {
      const user = await authApi.currentUser()
      // The answer about a session that was ended or replaced meanwhile counts for nobody.
      if (store.getState() === before) remember(user)
    } catch (error) {
      if (isTemporary(error)) throw error
      // The client has ended and reported a lost session already.
      if (error instanceof SessionLostError) return
      if (store.getState() === before) end()
      report(invalidSessionDetail(error))
    }
  }

  const validate = (): Promise<void> => {
    if (store.getState().status === 'unauthenticated') return Promise.resolve()
    if (validatedAtMs !== null && clock.now() - validatedAtMs < USER_FRESH_MS) {
      return Promise.resolve()
    }
    validation ??= askWhoIsSignedIn().finally(() => {
      validation = null
    })
    return validation
  }

  const validateUntilKnown = async (signal: AbortSignal) => {
    for (;;) {
      try {
        await validate()
        return
      } catch (error) {
        if (!isTemporary(error)) throw error
        if (signal.aborted || store.getState().status !== 'loading') return
        await clock.sleep(RETRY_DELAY_MS)
      }
    }
  }

  return {
    api,
    authApi,
    validate,
    remember,
    start: () => {
      const stopping = new AbortController()
      void validateUntilKnown(stopping.signal)
      return () => stopping.abort()
    },
    accept: (session, walletAddress) => {
      storedTokens(storage).store(session)
      if (walletAddress !== undefined) storage.set(STORAGE_KEYS.walletAddress, walletAddress)
      remember(session.user_info)
    },
    signOut: (refreshToken = storage.get(STORAGE_KEYS.refreshToken)) => {
      end()
      // The credentials are gone from here either way; unreachable, the server lets the session lapse.
      if (refreshToken !== null) authApi.endSession(refreshToken).catch(() => undefined)
    },
  }
}

const detailOf = (error: ApiError): ApiErrorDetail => ({
  status: error instanceof HttpError || error instanceof SessionLostError ? error.status : 0,
  code: error instanceof HttpError ? error.code : null,
  message: error.message,
})

const invalidSessionDetail = (error: unknown): ApiErrorDetail => {
  if (error instanceof InvalidUserError) return { status: 0, code: null, message: error.message }
  if (!(error instanceof ApiError)) throw error
  return { ...detailOf(error), message: `User session invalid: ${error.message}` }
}
