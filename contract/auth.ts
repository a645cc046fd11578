import * as z from 'zod/mini'
import { endpoint } from './endpoint/endpoint.ts'
import { DELETE_ONE } from './endpoint/ids.ts'
import {
  CHALLENGE,
  CONFIRMATION,
  CREDENTIALS,
  EXPORT,
  NAME_CHECK,
  PUBLIC,
  READ,
  SELF,
  guesses,
} from './endpoint/limits.ts'
import { lenient, withFallback } from './endpoint/lenient.ts'
import { named, namedObject } from './endpoint/described.ts'

export const UserInfo = named(
  'UserInfo',
  z.looseObject({
    id: z.union([z.string(), z.number()]).check(z.refine((id) => String(id) !== '')),
    username: z.string().check(z.minLength(1)),
    wallet_addresses: withFallback(z.optional(z.array(z.string())), undefined),
    has_password: withFallback(z.optional(z.boolean()), undefined),
  }),
)
export type UserInfo = z.infer<typeof UserInfo>

const Session = namedObject('Session', {
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
  user_info: UserInfo,
})
export type Session = z.infer<typeof Session>

const Text = z.string().check(z.maxLength(1024))
const WalletProof = namedObject('WalletProof', {
  wallet_address: Text,
  /** Standard Base64 of the 64 bytes that sign the challenge. */
  signature: Text,
  nonce: z.optional(Text),
})

/** Proof that the account's owner makes the call: a bearer token alone must not change how the account is opened. */
const REAUTHENTICATION = {
  current_password: z.optional(Text),
  /** Signed by a linked wallet. */
  proof: z.optional(WalletProof),
}
export type Reauthentication = {
  current_password?: string | undefined
  proof?: z.input<typeof WalletProof> | undefined
}

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with username and password',
  auth: false,
  limits: guesses('username'),
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_DISABLED'],
  body: z.object({ username: Text, password: Text }),
  response: Session,
})

export const walletLogin = endpoint({
  name: 'walletLogin',
  method: 'POST',
  path: '/auth/wallet-login',
  summary:
    'Sign in with a signature of the challenge; the first sign-in of a wallet makes its account',
  auth: false,
  limits: guesses('wallet_address'),
  errors: [
    'INVALID_ADDRESS',
    'INVALID_SIGNATURE',
    'INVALID_NONCE',
    'INVALID_CREDENTIALS',
    'ACCOUNT_DISABLED',
  ],
  body: WalletProof,
  response: Session,
})

export const nonce = endpoint({
  name: 'nonce',
  path: '/auth/nonce',
  summary:
    'A challenge for one wallet: its nonce and the exact text to sign, good for five minutes and one use',
  auth: false,
  limits: CHALLENGE,
  errors: ['INVALID_ADDRESS'],
  query: z.object({
    wallet_address: Text,
    /** `link` and `confirm` challenges can't be used to sign in. */
    purpose: z.optional(z.enum(['sign-in', 'link', 'confirm'])),
  }),
  response: z.object({
    success: lenient(z.boolean()),
    nonce: lenient(z.string()),
    message: lenient(z.string()),
    /** ISO 8601. */
    expires_at: lenient(z.string()),
  }),
})

export const refresh = endpoint({
  name: 'refresh',
  method: 'POST',
  path: '/auth/refresh',
  summary: 'A new access token for a refresh token; the refresh token is replaced',
  auth: false,
  limits: PUBLIC,
  errors: ['SESSION_REVOKED'],
  body: z.object({ refresh_token: Text }),
  response: z.object({
    access_token: z.string().check(z.minLength(1)),
    /** If absent, the old one stays valid. */
    refresh_token: withFallback(z.optional(z.string().check(z.minLength(1))), undefined),
  }),
})

export const me = endpoint({
  name: 'me',
  path: '/auth/me',
  summary: 'The user of the token',
  limits: SELF,
  response: UserInfo,
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the session family of a refresh token',
  auth: false,
  limits: PUBLIC,
  body: z.object({ refresh_token: Text }),
  response: z.object({ success: z.boolean() }),
})

export const checkUsername = endpoint({
  name: 'checkUsername',
  path: '/auth/username',
  summary: 'Whether the caller could take a username',
  limits: NAME_CHECK,
  query: z.object({ username: Text }),
  response: z.object({ success: z.boolean(), available: z.boolean() }),
})

export const setCredentials = endpoint({
  name: 'setCredentials',
  method: 'PUT',
  path: '/auth/credentials',
  summary:
    'Give the account a username and password, or change them; needs the current password or a linked wallet; other sessions end',
  limits: CREDENTIALS,
  errors: ['INVALID_ADDRESS', 'INVALID_SIGNATURE', 'REAUTHENTICATION_REQUIRED', 'USERNAME_TAKEN'],
  body: z.object({ username: Text, password: Text, ...REAUTHENTICATION }),
  response: z.object({ success: z.boolean(), user_info: UserInfo }),
})

export const linkWallet = endpoint({
  name: 'linkWallet',
  method: 'POST',
  path: '/auth/wallets',
  summary:
    'Link a further wallet by its signature of a challenge; needs the current password or a linked wallet',
  limits: [...guesses('wallet_address'), ...CONFIRMATION],
  errors: [
    'INVALID_ADDRESS',
    'INVALID_SIGNATURE',
    'INVALID_NONCE',
    'INVALID_CREDENTIALS',
    'REAUTHENTICATION_REQUIRED',
    'WALLET_ALREADY_LINKED',
  ],
  body: z.extend(WalletProof, REAUTHENTICATION),
  response: z.object({ success: z.boolean(), user_info: UserInfo }),
})

export const listWallets = endpoint({
  name: 'listWallets',
  path: '/auth/wallets',
  summary: 'The wallets that sign in to the account',
  limits: READ,
  response: z.object({
    success: z.boolean(),
    data: z.array(z.object({ address: z.string(), linked_at: z.string() })),
  }),
})

export const unlinkWallet = endpoint({
  name: 'unlinkWallet',
  method: 'DELETE',
  path: '/auth/wallets/{address}',
  summary:
    'Unlink a wallet, but never the last way to sign in; a session older than two minutes needs the current password or a linked wallet; other sessions end',
  limits: CONFIRMATION,
  errors: ['INVALID_ADDRESS', 'INVALID_SIGNATURE', 'REAUTHENTICATION_REQUIRED', 'CONFLICT'],
  params: z.object({ address: Text }),
  body: z.nullable(z.prefault(z.object(REAUTHENTICATION), {})),
  response: z.object({ success: z.boolean(), user_info: UserInfo }),
})

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/auth/account',
  summary:
    'Delete the account and everything stored about its user; needs the current password or a linked wallet; its balance is lost, ledger rows stay',
  limits: CONFIRMATION,
  errors: ['INVALID_ADDRESS', 'INVALID_SIGNATURE', 'REAUTHENTICATION_REQUIRED', 'CONFLICT'],
  body: z.nullable(z.prefault(z.object(REAUTHENTICATION), {})),
  response: z.object({ success: z.boolean() }),
})

export const exportData = endpoint({
  name: 'exportData',
  path: '/auth/export',
  summary: 'Everything that the server stores about the caller, without credentials',
  kind: 'file',
  limits: EXPORT,
  response: z.string(),
})

const SessionRecord = namedObject('SessionRecord', {
  id: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  /** Null if the browser sent none. */
  user_agent: z.nullable(z.string()),
  /** True for the session that makes the call. */
  current: z.boolean(),
})

export const listSessions = endpoint({
  name: 'listSessions',
  path: '/auth/sessions',
  summary: 'The open sessions of the account',
  limits: READ,
  response: z.object({ success: z.boolean(), data: z.array(SessionRecord) }),
})

export const endSession = endpoint({
  name: 'endSession',
  path: '/auth/sessions/{id}',
  summary: 'End one session',
  ...DELETE_ONE,
  response: z.object({ success: z.boolean() }),
})
