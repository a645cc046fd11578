import type { McpAccess } from '#server/clients/mcp/mcp-http.ts'
import { McpError } from '#server/clients/mcp/mcp-failure.ts'
import type { Grant } from './app-secrets.ts'
import { loadGrant, renewGrant, type RenewalServices } from './grant-renewal.ts'
import type { Owner } from './secret-repository.ts'

type Services = Omit<RenewalServices, 'revoke'> & {
  now: () => number
  onError: (error: unknown) => void
}

export type AppCredentials = { kind: 'key'; key: string } | { kind: 'grant'; access: McpAccess }

export type AppAccess = ReturnType<typeof createAppAccess>

/** Tokens are refreshed this long before they expire, so that no call starts with an expiring one. */
const MARGIN_MS = 30_000

/** Creates the service that adds a user's key or token to calls, and renews tokens. */
export const createAppAccess = (services: Services) => {
  const { secrets, oauthFor, now, onError } = services
  const revoking = new Set<Promise<unknown>>()
  const renewing = new Map<string, Promise<Grant | null>>()

  const revoke = (appId: string, grant: Grant): void => {
    const done = oauthFor(appId)
      .revoke(grant, grant.tokens)
      .catch(onError)
      .finally(() => revoking.delete(done))
    revoking.add(done)
  }

  const renew = (owner: Owner, stale: string): Promise<Grant | null> => {
    const key = `${owner.userId} ${owner.appId}`
    const known = renewing.get(key)
    if (known !== undefined) return known
    const work = renewGrant({ ...services, revoke }, owner, stale).finally(() =>
      renewing.delete(key),
    )
    renewing.set(key, work)
    return work
  }

  const createAccess = (owner: Owner, serverUrl: string): McpAccess => {
    let shown: string | undefined
    const current = async (): Promise<Grant | null> => {
      const grant = await loadGrant(secrets, owner)
      // Tokens are for one server only, even if the app's entry now names another.
      if (grant?.serverUrl !== serverUrl) return null
      const { accessToken, expiresAt, refreshToken } = grant.tokens
      const isEnding = expiresAt !== null && expiresAt - MARGIN_MS < now()
      return isEnding && refreshToken !== null ? renew(owner, accessToken) : grant
    }
    return {
      async token() {
        shown = (await current())?.tokens.accessToken
        return shown
      },
      async renew() {
        const grant = shown === undefined ? null : await renew(owner, shown)
        if (grant === null) throw new McpError('unauthorized')
      },
    }
  }

  return {
    async open(owner: Owner, serverUrl: string): Promise<AppCredentials | null> {
      const secret = await secrets.read(owner)
      if (secret === null || secret.kind === 'key') return secret
      return secret.grant.serverUrl === serverUrl
        ? { kind: 'grant', access: createAccess(owner, serverUrl) }
        : null
    },

    /** Returns secrets that must never appear in a result. */
    async listSecrets(owner: Owner): Promise<string[]> {
      const secret = await secrets.read(owner)
      if (secret === null) return []
      if (secret.kind === 'key') return [secret.key]
      const { accessToken, refreshToken } = secret.grant.tokens
      return refreshToken === null ? [accessToken] : [accessToken, refreshToken]
    },

    /** Revokes the user's tokens in the background. A key has nothing to revoke. */
    end(appId: string, secret: { kind: string; grant?: Grant } | null): void {
      if (secret?.grant !== undefined) revoke(appId, secret.grant)
    },

    close: async () => {
      await Promise.all(revoking)
    },
  }
}
