import { finishAppSignIn } from '#contract/apps/apps.ts'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import type { McpDeadlines } from '#server/clients/mcp/mcp-connection.ts'
import { createOauth, type OauthSettings } from '#server/clients/mcp/oauth.ts'
import type { Database } from '#server/db/database.ts'
import { createAppAccess } from '#server/modules/apps/sign-in/app-access.ts'
import { createAppCalls } from '#server/modules/apps/connections/app-calls.ts'
import {
  createAppConnections,
  type BuiltinServers,
} from '#server/modules/apps/connections/app-connections.ts'
import { createAppMonitor } from '#server/modules/apps/connections/app-monitor.ts'
import { isUserServerId } from '#server/modules/apps/user-servers/user-server-entry.ts'
import { createUserServers } from '#server/modules/apps/user-servers/user-servers.ts'
import { createAppReview } from '#server/modules/apps/review/app-review.ts'
import { createAppSecrets } from '#server/modules/apps/sign-in/app-secrets.ts'
import { createAppService } from '#server/modules/apps/store/app-service.ts'
import { createAppSignIn } from '#server/modules/apps/sign-in/app-sign-in.ts'
import { createAppTools } from './app-tools.ts'
import { createSecretBox } from '#server/lib/secret-box.ts'
import { seedCatalog } from '#server/modules/apps/store/seed-catalog.ts'
import { forgetOauthClient } from '#server/modules/apps/sign-in/sign-in-repository.ts'

type Outbound = {
  fetch: GuardedFetch
  /** Exceptions of the outbound guard, which also apply to authorization pages. */
  allow: readonly string[]
}

export type AppsSettings = {
  db: Database
  clientName: string
  outbound: Outbound
  /** For servers whose address a user gave. */
  userOutbound: Outbound
  origin: string
  builtins: BuiltinServers
  /** The first encrypts users' keys, all decrypt them. */
  secrets: readonly string[]
  /** False if the operator disabled users' own servers. */
  allowsUserApps?: boolean
  maxOwnApps?: number
  onError: (error: unknown) => void
  now?: () => number
  deadlines?: McpDeadlines
  signInStepMs?: number
}

const SIGN_IN_PATH = `/api${finishAppSignIn.path}`

export type Apps = ReturnType<typeof createApps>

/** Creates the App Store: its catalog, reviews, connections, sign-ins and users' own servers. */
export const createApps = ({
  db,
  clientName,
  outbound,
  userOutbound,
  origin,
  builtins,
  secrets: keys,
  allowsUserApps = true,
  maxOwnApps = DEFAULT_LIMITS.ownApps,
  onError,
  now = Date.now,
  deadlines,
  signInStepMs,
}: AppsSettings) => {
  const connections = createAppConnections({
    clientName,
    fetchFor: (appId) => (isUserServerId(appId) ? userOutbound : outbound).fetch,
    builtins,
    now,
    ...(deadlines === undefined ? {} : { deadlines }),
  })
  const review = createAppReview({ db, connections })
  const box = createSecretBox(keys)
  const secrets = createAppSecrets({ db, box })
  const redirectUri = `${origin}${SIGN_IN_PATH}`
  const { document, oauthFor } = createOauthClients(
    { clientName, origin, redirectUri, now, stepMs: signInStepMs },
    { outbound, userOutbound },
  )
  const access = createAppAccess({
    secrets,
    oauthFor,
    onUnknownClient: (appId, issuer) => forgetOauthClient(db, { appId, issuer }),
    now,
    onError,
  })
  const calls = createAppCalls({ db, connections, review, access, allowsUserApps, onError })
  const own = createUserServers({
    db,
    connections,
    calls,
    secrets,
    access,
    isAllowed: allowsUserApps,
    maxApps: maxOwnApps,
  })
  const { pinFirst } = own
  return {
    service: createAppService({ db, calls, secrets, access, pinFirst, allowsUserApps }),
    own,
    signInParts: {
      signIn: createAppSignIn({
        db,
        oauthFor,
        box,
        secrets,
        access,
        calls,
        pinFirst,
        allowsUserApps,
        redirectUri,
        now,
        onError,
      }),
      clientDocument: document,
      productName: clientName,
      origin,
    },
    tools: createAppTools({ db, calls, allowsUserApps }),
    review,
    createMonitor: (pace?: { staleSeconds: number; pauseMs: number }) =>
      createAppMonitor({ db, calls, onError, ...pace }),
    seed: () => seedCatalog({ db, review }),
    resealSecrets: () => secrets.reseal(),
    close: () => connections.close().then(() => access.close()),
  }
}

/** Creates a client for each app. Servers of users go through their own guard. */
const createOauthClients = (
  {
    stepMs,
    ...settings
  }: Omit<OauthSettings, keyof Outbound | 'stepMs'> & {
    stepMs: number | undefined
  },
  { outbound, userOutbound }: Pick<AppsSettings, 'outbound' | 'userOutbound'>,
) => {
  const steps = stepMs === undefined ? {} : { stepMs }
  const oauth = createOauth({ ...outbound, ...settings, ...steps })
  const userOauth = createOauth({ ...userOutbound, ...settings, ...steps })
  return {
    document: oauth.document,
    oauthFor: (appId: string) => (isUserServerId(appId) ? userOauth : oauth),
  }
}
