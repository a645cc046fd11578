import type { AppAuth } from '#server/modules/apps/store/app-entry.ts'
import type { AppRow } from '#server/modules/apps/store/app-repository.ts'

/** Of a server that asks somebody to sign in although its entry says nothing of it. */
const BY_TOKEN: AppAuth = {
  header: 'Authorization',
  prefix: 'Bearer ',
  label: 'access token',
  required: true,
}

type Asking = Pick<AppRow, 'auth' | 'transport' | 'asksSignIn'>

/** What each user may give for themselves: as the entry says, or as the server asked. */
export const authOf = ({ auth, transport, asksSignIn }: Asking): AppAuth | null =>
  auth ?? (asksSignIn && transport.kind === 'http' ? BY_TOKEN : null)

/** True where a token that was signed for goes into the header. */
export const isBearer = (auth: AppAuth | null): boolean =>
  auth !== null && auth.header.toLowerCase() === 'authorization' && /^bearer $/i.test(auth.prefix)

/** True where the user can be sent to the service to sign in. */
export const canSignIn = (app: Asking): boolean => app.asksSignIn && isBearer(authOf(app))

/** For an operator who has a key of their own for a server that says nothing of keys. */
export const authForReview = (app: Asking): AppAuth => authOf(app) ?? BY_TOKEN
