import { linkWallet, login, logout, me, nonce, walletLogin } from '#contract/auth.ts'
import type { Session, UserInfo } from '#contract/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { SchemaError } from '#src/lib/api/api-error.ts'
import type { ApiClient } from '#src/lib/api/client.ts'

/** The server answered with somebody who has no id or no name. */
export class InvalidUserError extends Error {
  constructor(options?: ErrorOptions) {
    super('Invalid user data received, please login again', options)
    this.name = 'InvalidUserError'
  }
}

const INVALID_NONCE = 'Invalid nonce response from server'

/** A goodbye that does not arrive soon is not waited for. */
const LOGOUT_TIMEOUT_MS = 3_000

export const createAuthApi = (api: ApiClient) => ({
  signInWithPassword: (credentials: BodyOf<typeof login>): Promise<Session> =>
    knownUser(api.call(login, { body: credentials })),

  signInWithWallet: (proof: BodyOf<typeof walletLogin>): Promise<Session> =>
    knownUser(api.call(walletLogin, { body: proof })),

  /** The text to sign; of a server that sends none the nonce itself. */
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

  /** Opens the signed-in account to a further wallet; gives the user as the server knows it then. */
  linkWallet: async (proof: BodyOf<typeof linkWallet>): Promise<UserInfo> => {
    const answer = await knownUser(api.call(linkWallet, { body: proof, reportedBy: 'caller' }))
    return answer.user_info
  },

  currentUser: (): Promise<UserInfo> => knownUser(api.call(me, { reportedBy: 'caller' })),

  endSession: (refreshToken: string) =>
    api.call(logout, { body: { refresh_token: refreshToken }, timeoutMs: LOGOUT_TIMEOUT_MS }),
})

export type AuthApi = ReturnType<typeof createAuthApi>

const knownUser = async <Answer extends object>(asked: Promise<Answer>): Promise<Answer> => {
  try {
    const answer = await asked
    // An empty body passes the client as an empty object.
    if (Object.keys(answer).length === 0) throw new InvalidUserError()
    return answer
  } catch (error) {
    if (error instanceof SchemaError) throw new InvalidUserError({ cause: error })
    throw error
  }
}
