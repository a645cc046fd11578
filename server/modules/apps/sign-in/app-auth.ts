import type { AppAuth } from '#server/modules/apps/store/app-entry.ts'
import type { AppRow } from '#server/modules/apps/store/app-repository.ts'

/** Default for servers that answer 401 without declaring auth. */
const BY_TOKEN: AppAuth = {
  header: 'Authorization',
  prefix: 'Bearer ',
  label: 'access token',
  required: true,
}

type Asking = Pick<AppRow, 'auth' | 'transport' | 'asksSignIn'>

/** Credentials that each user can add: those of the entry, or those that the server asked for. */
export const resolveAuth = ({ auth, transport, asksSignIn }: Asking): AppAuth | null =>
  auth ?? (asksSignIn && transport.kind === 'http' ? BY_TOKEN : null)

/** Returns true for a token in the `Authorization` header. */
export const isBearer = (auth: AppAuth | null): boolean =>
  auth !== null && auth.header.toLowerCase() === 'authorization' && /^bearer $/i.test(auth.prefix)

/** Returns true if users can sign in to the app instead of entering a key. */
export const canSignIn = (app: Asking): boolean => app.asksSignIn && isBearer(resolveAuth(app))

/** Returns the credential for operators, who may have a key for a server that declares none. */
export const resolveReviewAuth = (app: Asking): AppAuth => resolveAuth(app) ?? BY_TOKEN
