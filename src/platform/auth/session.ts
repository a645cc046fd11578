import { linkWallet, login, logout, me, nonce, walletLogin } from '#contract/auth.ts'
import type { Session, UserInfo } from '#contract/auth.ts'
import type { BodyOf } from '#contract/endpoint/endpoint.ts'
import {
  ApiError,
  HttpError,
  SchemaError,
  SessionLostError,
  isTemporary,
} from '#src/lib/api/api-error.ts'
import { createApiClient, type ApiClient } from '#src/lib/api/client.ts'
import type { ApiErrorDetail } from '#src/lib/api/api-error-event.ts'
import type { Locks } from '#src/lib/api/refresh.ts'
import { systemClock, type Clock } from '#src/lib/clock.ts'
import { STORAGE_KEYS, type TextStorage } from '#src/lib/storage/storage.ts'
import { EXPIRED, clearCredentials, createTokenStore } from './auth-store.ts'
import type { AuthStore } from './auth-store.ts'

class InvalidUserError extends Error {
  constructor(options?: ErrorOptions) {
    super('Invalid user data received, please login again', options)
    this.name = 'InvalidUserError'
  }
}

const INVALID_NONCE = 'Invalid nonce response from server'

const LOGOUT_TIMEOUT_MS = 3_000

const createAuthApi = (api: ApiClient) => ({
  signInWithPassword: (credentials: BodyOf<typeof login>): Promise<Session> =>
    requireUser(api.call(login, { body: credentials })),

  signInWithWallet: (proof: BodyOf<typeof walletLogin>): Promise<Session> =>
    requireUser(api.call(walletLogin, { body: proof })),

  /** Returns the text to sign; the nonce itself if the server sends no text. */
  challenge: async (
    address: string,
    purpose?: 'link' | 'confirm',
  ): Promise<{ nonce: string; text: string }> => {
    const query = { wallet_address: address, ...(purpose === undefined ? {} : { purpose }) }
    const answer = await api.call(nonce, { query }).catch((error: unknown) => {
      throw error instanceof SchemaError ? new Error(INVALID_NONCE, { cause: error }) : error
    })
    if (!answer.success || !answer.nonce) throw new Error(INVALID_NONCE)
    return { nonce: answer.nonce, text: answer.message || answer.nonce }
  },

  /** Links another wallet to the account. Returns the updated user. */
  linkWallet: async (proof: BodyOf<typeof linkWallet>): Promise<UserInfo> => {
    const answer = await requireUser(api.call(linkWallet, { body: proof }))
    return answer.user_info
  },

  currentUser: (): Promise<UserInfo> => requireUser(api.call(me)),

  endSession: (refreshToken: string) =>
    api.call(logout, { body: { refresh_token: refreshToken }, timeoutMs: LOGOUT_TIMEOUT_MS }),
})

export type AuthApi = ReturnType<typeof createAuthApi>

const requireUser = async <Answer extends object>(request: Promise<Answer>): Promise<Answer> => {
  try {
    const answer = await request
    // The client returns an empty object for an empty body.
    if (Object.keys(answer).length === 0) throw new InvalidUserError()
    return answer
  } catch (error) {
    if (error instanceof SchemaError) throw new InvalidUserError({ cause: error })
    throw error
  }
}

const USER_FRESH_MS = 5 * 60_000
const RETRY_DELAY_MS = 3_000

type SessionOptions = {
  readonly base: string
  readonly storage: TextStorage
  readonly store: AuthStore
  readonly report: (detail: ApiErrorDetail) => void
  readonly onReach?: (isReached: boolean) => void
  readonly locks?: Locks | null
  readonly clock?: Clock
}

type UserOptions = Pick<SessionOptions, 'storage' | 'store'> & { readonly clock: Clock }

/** The signed-in user in the store and the storage. */
const createSignedInUser = ({ storage, store, clock }: UserOptions) => {
  let validatedAtMs: number | null = null
  return {
    isFresh: () => validatedAtMs !== null && clock.now() - validatedAtMs < USER_FRESH_MS,
    /** Stores the user as the server returned it. */
    remember: (user: UserInfo) => {
      storage.set(STORAGE_KEYS.userInfo, JSON.stringify(user))
      validatedAtMs = clock.now()
      store.setState({ status: 'authenticated', user, hasLoggedOut: false })
    },
    end: () => {
      clearCredentials(storage)
      validatedAtMs = null
      store.setState(EXPIRED)
    },
  }
}

export const createSession = (options: SessionOptions) => {
  const { base, storage, store, report, onReach, locks = null, clock = systemClock } = options
  const { isFresh, remember, end } = createSignedInUser({ storage, store, clock })
  let validation: Promise<void> | null = null

  const api = createApiClient({
    base,
    tokens: createTokenStore(storage),
    ...(onReach === undefined ? {} : { onReach }),
    locks,
    clock,
    onSessionLost: end,
    onSessionError: (error) => report(createErrorDetail(error)),
  })
  const authApi = createAuthApi(api)

  const fetchUser = async () => {
    const before = store.getState()
    try {
      const user = await authApi.currentUser()
      // The session may have ended or changed meanwhile.
      if (store.getState() === before) remember(user)
    } catch (error) {
      if (isTemporary(error)) throw error
      // The client has already ended and reported a lost session.
      if (error instanceof SessionLostError) return
      if (store.getState() === before) end()
      report(createInvalidSessionDetail(error))
    }
  }

  /** Reads the user, at most every five minutes. Ends the session when the answer is invalid. */
  const validate = (): Promise<void> => {
    if (store.getState().status === 'unauthenticated' || isFresh()) return Promise.resolve()
    validation ??= fetchUser().finally(() => {
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
    /** Validates stored credentials in the background. Returns the function that stops it. */
    start: (): (() => void) => {
      const stopping = new AbortController()
      void validateUntilKnown(stopping.signal)
      return () => stopping.abort()
    },
    /** Stores a new session and its user. `walletAddress` becomes the wallet to pay with. */
    accept: (session: Session, walletAddress?: string) => {
      createTokenStore(storage).store(session)
      if (walletAddress !== undefined) storage.set(STORAGE_KEYS.walletAddress, walletAddress)
      remember(session.user_info)
    },
    /** Signs out here at once, and on the server if it can be reached. */
    signOut: (refreshToken = storage.get(STORAGE_KEYS.refreshToken)) => {
      end()
      // An unreachable server lets the session expire.
      if (refreshToken !== null) authApi.endSession(refreshToken).catch(() => undefined)
    },
  }
}

const createErrorDetail = (error: ApiError): ApiErrorDetail => ({
  status: error instanceof HttpError || error instanceof SessionLostError ? error.status : 0,
  code: error instanceof HttpError ? error.code : null,
  message: error.message,
})

const createInvalidSessionDetail = (error: unknown): ApiErrorDetail => {
  if (error instanceof InvalidUserError) return { status: 0, code: null, message: error.message }
  if (!(error instanceof ApiError)) throw error
  return { ...createErrorDetail(error), message: `User session invalid: ${error.message}` }
}
