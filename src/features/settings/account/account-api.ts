import {
  checkUsername,
  endSession,
  type listSessions,
  setCredentials,
  unlinkWallet,
  type Reauthentication,
} from '#contract/auth.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint/endpoint.ts'
import { isNotFound } from '#src/lib/api/api-error.ts'
import { api, session } from '#src/platform/auth/page-session.ts'

export type SessionRecord = ResponseOf<typeof listSessions>['data'][number]

export const accountApi = {
  /** Ends a session. Ignores one that has already ended. */
  endSession: async (id: string): Promise<void> => {
    try {
      await api.call(endSession, { params: { id } })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },

  isUsernameFree: async (username: string): Promise<boolean> =>
    (await api.call(checkUsername, { query: { username } })).available,

  saveCredentials: async (body: BodyOf<typeof setCredentials>): Promise<void> => {
    session.remember((await api.call(setCredentials, { body })).user_info)
  },

  unlinkWallet: async (address: string, body: Reauthentication): Promise<void> => {
    session.remember((await api.call(unlinkWallet, { params: { address }, body })).user_info)
  },
}
