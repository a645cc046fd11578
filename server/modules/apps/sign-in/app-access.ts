import { setTimeout as sleep } from 'node:timers/promises'
import type { McpAccess } from '#server/clients/mcp/mcp-http.ts'
import { McpError } from '#server/clients/mcp/mcp-failure.ts'
import { isUnknownClient, toOauthFailure } from '#server/clients/mcp/oauth-failure.ts'
import type { Oauth } from '#server/clients/mcp/oauth.ts'
import type { AppSecrets, Claim, Grant, Owner } from './app-secrets.ts'

type Services = {
  secrets: AppSecrets
  oauthFor: (appId: string) => Pick<Oauth, 'renew' | 'revoke'>
  /** Called when the provider rejects our client registration. */
  onUnknownClient: (appId: string, issuer: string) => Promise<void>
  now: () => number
  onError: (error: unknown) => void
}

export type AppCredentials = { kind: 'key'; key: string } | { kind: 'grant'; access: McpAccess }

export type AppAccess = ReturnType<typeof createAppAccess>

/** Tokens are refreshed this long before they expire, so that no call starts with an expiring one. */
const MARGIN_MS = 30_000
const RENEWAL_SECONDS = 20
const WAIT_MS = 100

export const createAppAccess = ({ secrets, oauthFor, onUnknownClient, now, onError }: Services) => {
  const ending = new Set<Promise<unknown>>()
  const running = new Map<string, Promise<Grant | null>>()

  const end = (appId: string, grant: Grant): void => {
    const done = oauthFor(appId)
      .revoke(grant, grant.tokens)
      .catch(onError)
      .finally(() => ending.delete(done))
    ending.add(done)
  }

  const loadGrant = async (owner: Owner): Promise<Grant | null> => {
    const secret = await secrets.read(owner)
    return secret?.kind === 'grant' ? secret.grant : null
  }

  /** Null if the token can't be refreshed; the user must sign in again. */
  const renewOnce = async (owner: Owner, stale: string): Promise<Grant | null> => {
    for (let waitedMs = 0; waitedMs < RENEWAL_SECONDS * 1_000; waitedMs += WAIT_MS) {
      const before = await loadGrant(owner)
      if (before === null || before.tokens.accessToken !== stale) return before
      const claimed = await secrets.claim(owner, RENEWAL_SECONDS)
      if (claimed?.secret.kind === 'grant') {
        const { grant } = claimed.secret
        if (grant.tokens.accessToken !== stale) {
          await secrets.release(claimed)
          return grant
        }
        return replace(claimed, grant)
      }
      await sleep(WAIT_MS)
    }
    throw new McpError('timeout')
  }

  const replace = async (claim: Claim, grant: Grant): Promise<Grant | null> => {
    const { owner } = claim
    try {
      const renewed = { ...grant, tokens: await oauthFor(owner.appId).renew(grant, grant.tokens) }
      if (await secrets.storeRenewed(claim, renewed)) return renewed
      const current = await loadGrant(owner)
      // The user uninstalled or signed out meanwhile. A newer grant may share the refresh token.
      if (current === null) end(owner.appId, renewed)
      return current
    } catch (error) {
      const failure = toOauthFailure(error)
      if (failure.reason === 'refused') {
        await secrets.deleteIfClaimed(claim)
        if (isUnknownClient(failure)) await onUnknownClient(owner.appId, grant.service.issuer)
        return loadGrant(owner)
      }
      await secrets.release(claim)
      throw new McpError(failure.reason === 'timeout' ? 'timeout' : 'unreachable', { cause: error })
    }
  }

  const renew = (owner: Owner, stale: string): Promise<Grant | null> => {
    const key = `${owner.userId} ${owner.appId}`
    const known = running.get(key)
    if (known !== undefined) return known
    const work = renewOnce(owner, stale).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  const createAccess = (owner: Owner, serverUrl: string): McpAccess => {
    let shown: string | undefined
    const current = async (): Promise<Grant | null> => {
      const grant = await loadGrant(owner)
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
      if (secret === null) return null
      if (secret.kind === 'key') return secret
      return secret.grant.serverUrl === serverUrl
        ? { kind: 'grant', access: createAccess(owner, serverUrl) }
        : null
    },

    /** Secrets that must never appear in a result. */
    async known(owner: Owner): Promise<string[]> {
      const secret = await secrets.read(owner)
      if (secret === null) return []
      if (secret.kind === 'key') return [secret.key]
      const { accessToken, refreshToken } = secret.grant.tokens
      return refreshToken === null ? [accessToken] : [accessToken, refreshToken]
    },

    /** Revokes the user's tokens in the background. */
    end(appId: string, secret: { kind: string; grant?: Grant } | null): void {
      if (secret?.grant !== undefined) end(appId, secret.grant)
    },

    close: async () => {
      await Promise.all(ending)
    },
  }
}
