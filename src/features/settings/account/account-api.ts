import {
  endSession,
  listSessions,
  setCredentials,
  unlinkWallet,
  type Reauthentication,
} from '#contract/auth.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import { api, session } from '#src/platform/auth/page-session.ts'

export type SessionRecord = ResponseOf<typeof listSessions>['data'][number]

/** The callers show each failure themselves. */
export const accountApi = {
  sessions: async (signal?: AbortSignal): Promise<SessionRecord[]> =>
    (await api.call(listSessions, { signal, reportedBy: 'caller' })).data,

  /** Ends a session. One that has ended meanwhile is no error. */
  endSession: async (id: string): Promise<void> => {
    try {
      await api.call(endSession, { params: { id }, reportedBy: 'caller' })
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 404)) throw error
    }
  },

  saveCredentials: async (body: BodyOf<typeof setCredentials>): Promise<void> => {
    session.remember((await api.call(setCredentials, { body, reportedBy: 'caller' })).user_info)
  },

  unlinkWallet: async (address: string, body: Reauthentication): Promise<void> => {
    const call = { params: { address }, body, reportedBy: 'caller' } as const
    session.remember((await api.call(unlinkWallet, call)).user_info)
  },
}
