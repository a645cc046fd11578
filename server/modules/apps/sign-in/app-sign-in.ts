import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { isUnknownClient, toOauthFailure } from '#server/clients/mcp/oauth-failure.ts'
import { OauthClient, OauthService, type Oauth } from '#server/clients/mcp/oauth.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { sha256 } from '#server/lib/sha256.ts'
import { resolveAuth, isBearer } from './app-auth.ts'
import type { AppAccess } from './app-access.ts'
import { isReviewed, type AppCalls } from '#server/modules/apps/connections/app-calls.ts'
import { findApp, type AppRow } from '#server/modules/apps/store/app-repository.ts'
import type { AppSecrets } from './app-secrets.ts'
import {
  NO_SUCH_APP,
  describeRefusal,
  OWN_SERVERS_OFF,
} from '#server/modules/apps/store/app-texts.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import {
  findOauthClient,
  forgetOauthClient,
  insertSignIn,
  saveOauthClient,
  takeSignIn,
} from './sign-in-repository.ts'

type Services = {
  db: Database
  oauthFor: (appId: string) => Oauth
  box: SecretBox
  secrets: AppSecrets
  access: Pick<AppAccess, 'end'>
  calls: Pick<AppCalls, 'drop'>
  /** Pins the tools of a user's own server that waited for a sign-in. */
  pinFirst: (userId: string, appId: string) => Promise<void>
  /** False if the operator disabled users' own servers. */
  allowsUserApps: boolean
  redirectUri: string
  now: () => number
  onError: (error: unknown) => void
}

/** Query of the redirect. Untrusted. */
export type Returned = {
  state?: string | undefined
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

export type SignInOutcome = { ok: true; appName: string } | { ok: false; text: string }

type StartedSignIn = { url: URL; state: string; browserKey: string }

/** Time to sign in at the other service. */
export const SIGN_IN_SECONDS = 600
const SECRET_BYTES = 32

const Pending = z.object({
  serverUrl: z.string(),
  resource: z.string(),
  service: OauthService,
  client: OauthClient,
  codeVerifier: z.string(),
})
type Pending = z.infer<typeof Pending>

const STALE =
  'This sign-in was begun in another browser, has been used already, or took too long. Begin it again at the app in the App Store.'

export type AppSignIn = ReturnType<typeof createAppSignIn>

export const createAppSignIn = (services: Services) => ({
  async start(user: { id: string; sessionId: string }, appId: string): Promise<StartedSignIn> {
    const { app, serverUrl } = await findSignInApp(services, user.id, appId)
    try {
      return await beginSignIn(services, user, appId, serverUrl)
    } catch (error) {
      if (error instanceof AppError) throw error
      const { message } = toOauthFailure(error)
      throw new AppError('APP_UNREACHABLE', `You cannot sign in to ${app.name}: ${message}.`, {
        cause: error,
        fields: { authorization: message },
      })
    }
  },

  /** Ends a sign-in, successful or not. A redirect works once. */
  async finish(returned: Returned, browserKey: string | null): Promise<SignInOutcome> {
    const { db, box, allowsUserApps } = services
    const { state, code, iss, error } = returned
    if (state === undefined || browserKey === null) return { ok: false, text: STALE }
    const stateHash = sha256(state)
    const taken = await takeSignIn(db, { stateHash, browserHash: sha256(browserKey) })
    const text = taken === null ? null : box.open(taken.sealed, stateHash)
    if (taken === null || text === null) return { ok: false, text: STALE }
    const { userId, appId } = taken
    const app = await findApp(db, appId, userId)
    const isOwn = app?.ownerId === userId
    if (app === undefined || (isOwn ? !allowsUserApps : !isReviewed(app))) {
      return { ok: false, text: 'This app isn’t available right now.' }
    }
    if (code === undefined) {
      const isDeclined = error === 'access_denied'
      return {
        ok: false,
        text: isDeclined
          ? `You did not let ${app.name} in. Nothing was changed.`
          : `The service behind ${app.name} did not sign you in. Nothing was changed.`,
      }
    }
    const pending = z.parse(Pending, JSON.parse(text))
    return redeemCode(services, { userId, app, pending, code, iss })
  },
})

const findSignInApp = async (
  { db, allowsUserApps }: Services,
  userId: string,
  appId: string,
): Promise<{ app: AppRow; serverUrl: string }> => {
  const app = await findApp(db, appId, userId)
  if (app === undefined) throw new AppError('NOT_FOUND', NO_SUCH_APP)
  const isOwn = app.ownerId === userId
  if (isOwn && !allowsUserApps) throw new AppError('APP_NOT_APPROVED', OWN_SERVERS_OFF)
  if (app.auditStatus !== 'approved' && !isOwn) {
    throw new AppError('APP_NOT_APPROVED', describeRefusal(app.auditStatus))
  }
  const { transport } = app
  if ((!isReviewed(app) && !isOwn) || transport.kind !== 'http' || !isBearer(resolveAuth(app))) {
    throw new AppError('BAD_REQUEST', 'This app doesn’t need a sign-in')
  }
  return { app, serverUrl: transport.url }
}

const beginSignIn = async (
  services: Services,
  user: { id: string; sessionId: string },
  appId: string,
  serverUrl: string,
): Promise<StartedSignIn> => {
  const { db, oauthFor, box } = services
  const oauth = oauthFor(appId)
  const { service, resource, scope } = await oauth.discover(serverUrl)
  const client = await loadClient(services, appId, service, scope)
  const [state, browserKey] = [secretText(), secretText()]
  const { url, codeVerifier } = await oauth.begin({ service, client, resource }, { state, scope })
  const stateHash = sha256(state)
  const pending: Pending = { serverUrl, resource, service, client, codeVerifier }
  await insertSignIn(db, {
    stateHash,
    browserHash: sha256(browserKey),
    userId: user.id,
    sessionId: user.sessionId,
    appId,
    sealed: box.seal(JSON.stringify(pending), stateHash),
    forSeconds: SIGN_IN_SECONDS,
  })
  return { url, state, browserKey }
}

/** Returns our client at the service. Registers it if there is none or it expires too soon. */
const loadClient = async (
  { db, oauthFor, box, redirectUri, now }: Services,
  appId: string,
  service: OauthService,
  scope: string | null,
): Promise<OauthClient> => {
  const key = { appId, issuer: service.issuer, redirectUri }
  const context = `client ${appId} ${service.issuer}`
  const sealed = await findOauthClient(db, key)
  const text = sealed === null ? null : box.open(sealed, context)
  if (text !== null) {
    const known = z.parse(OauthClient, JSON.parse(text))
    const endsAt = known.client_secret_expires_at ?? 0
    if (endsAt === 0 || endsAt * 1_000 > now() + SIGN_IN_SECONDS * 1_000) return known
  }
  const client = await oauthFor(appId).register(service, scope)
  await saveOauthClient(db, key, box.seal(JSON.stringify(client), context))
  return client
}

type Redemption = {
  userId: string
  app: AppRow
  pending: Pending
  code: string
  iss: string | undefined
}

const redeemCode = async (
  { db, oauthFor, secrets, access, calls, pinFirst, onError }: Services,
  { userId, app, pending, code, iss }: Redemption,
): Promise<SignInOutcome> => {
  const { codeVerifier, ...party } = pending
  const owner = { userId, appId: app.id }
  try {
    const tokens = await oauthFor(app.id).redeem(party, { code, iss, codeVerifier })
    const before = await secrets.read(owner)
    await secrets.write(owner, { kind: 'grant', grant: { ...party, tokens } })
    access.end(app.id, before)
    await calls.drop(app, userId)
    if (app.ownerId !== null) await pinFirst(userId, app.id).catch(onError)
    return { ok: true, appName: app.name }
  } catch (cause) {
    const failure = toOauthFailure(cause)
    if (isUnknownClient(failure)) {
      await forgetOauthClient(db, { appId: app.id, issuer: party.service.issuer }).catch(onError)
    }
    return {
      ok: false,
      text: `You were not signed in to ${app.name}: ${failure.message}. Begin again at the app in the App Store.`,
    }
  }
}

const secretText = (): string => randomBytes(SECRET_BYTES).toString('base64url')
