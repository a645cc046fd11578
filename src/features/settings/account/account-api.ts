import {
  endSession,
  linkWallet,
  listSessions,
  setCredentials,
  unlinkWallet,
} from '#contract/auth.ts'
import type { Reauthentication, UserInfo } from '#contract/auth.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import { STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'
import { readField } from '#src/lib/read-field.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { api } from '#src/platform/auth/page-session.ts'

export type SessionRecord = ResponseOf<typeof listSessions>['data'][number]

/** Stores the signed-in user for this page and for the next load. */
const remember = (user: UserInfo): void => {
  browserStorage.set(STORAGE_KEYS.userInfo, JSON.stringify(user))
  authStore.setState({ status: 'authenticated', user })
}

/** The callers show each failure themselves. */
export const accountApi = {
  sessions: async (signal?: AbortSignal): Promise<SessionRecord[]> =>
    (await api.call(listSessions, { signal, reportedBy: 'caller' })).data,

  /** A session that has ended meanwhile is ended. */
  endSession: async (id: string): Promise<void> => {
    try {
      await api.call(endSession, { params: { id }, reportedBy: 'caller' })
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 404)) throw error
    }
  },

  saveCredentials: async (body: BodyOf<typeof setCredentials>): Promise<void> => {
    remember((await api.call(setCredentials, { body, reportedBy: 'caller' })).user_info)
  },

  linkWallet: async (body: BodyOf<typeof linkWallet>): Promise<void> => {
    remember((await api.call(linkWallet, { body, reportedBy: 'caller' })).user_info)
  },

  unlinkWallet: async (address: string, body: Reauthentication): Promise<void> => {
    const call = { params: { address }, body, reportedBy: 'caller' } as const
    remember((await api.call(unlinkWallet, call)).user_info)
  },
}

/** Returns the server's message per field of a form; empty when there are none. */
export const getFieldProblems = (error: unknown): Readonly<Record<string, string>> => {
  if (!(error instanceof HttpError)) return {}
  const fields = readField(error.body, 'fields')
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}
