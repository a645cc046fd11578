import { setTimeout as sleep } from 'node:timers/promises'
import { McpError } from '#server/clients/mcp/mcp-failure.ts'
import { isUnknownClient, toOauthFailure } from '#server/clients/mcp/oauth-failure.ts'
import type { Oauth } from '#server/clients/mcp/oauth.ts'
import type { AppSecrets, Grant } from './app-secrets.ts'
import type { Claim, Owner } from './secret-repository.ts'

export type RenewalServices = {
  secrets: AppSecrets
  oauthFor: (appId: string) => Pick<Oauth, 'renew' | 'revoke'>
  /** Called when the provider rejects our client registration. */
  onUnknownClient: (appId: string, issuer: string) => Promise<void>
  /** Revokes a grant that is no longer needed. */
  revoke: (appId: string, grant: Grant) => void
}

const RENEWAL_SECONDS = 20
const WAIT_MS = 100

/** Returns null without a grant, also for a user who gave a key. */
export const loadGrant = async (
  secrets: Pick<AppSecrets, 'read'>,
  owner: Owner,
): Promise<Grant | null> => {
  const secret = await secrets.read(owner)
  return secret?.kind === 'grant' ? secret.grant : null
}

/**
 * Renews the owner's tokens, unless another server has replaced the `stale` access token. Returns null if the user
 * must sign in again. Throws `McpError` if the provider does not answer.
 */
export const renewGrant = async (
  services: RenewalServices,
  owner: Owner,
  stale: string,
): Promise<Grant | null> => {
  const { secrets } = services
  for (let waitedMs = 0; waitedMs < RENEWAL_SECONDS * 1_000; waitedMs += WAIT_MS) {
    const before = await loadGrant(secrets, owner)
    if (before === null || before.tokens.accessToken !== stale) return before
    const claimed = await secrets.claim(owner, RENEWAL_SECONDS)
    if (claimed?.secret.kind === 'grant') {
      const { grant } = claimed.secret
      if (grant.tokens.accessToken !== stale) {
        await secrets.release(claimed)
        return grant
      }
      return replaceGrant(services, claimed, grant)
    }
    await sleep(WAIT_MS)
  }
  throw new McpError('timeout')
}

const replaceGrant = async (
  { secrets, oauthFor, onUnknownClient, revoke }: RenewalServices,
  claim: Claim,
  grant: Grant,
): Promise<Grant | null> => {
  const { owner } = claim
  try {
    const renewed = { ...grant, tokens: await oauthFor(owner.appId).renew(grant, grant.tokens) }
    if (await secrets.storeRenewed(claim, renewed)) return renewed
    const current = await loadGrant(secrets, owner)
    // The user uninstalled or signed out meanwhile. A newer grant may share the refresh token.
    if (current === null) revoke(owner.appId, renewed)
    return current
  } catch (error) {
    const failure = toOauthFailure(error)
    if (failure.reason === 'refused') {
      await secrets.deleteIfClaimed(claim)
      if (isUnknownClient(failure)) await onUnknownClient(owner.appId, grant.service.issuer)
      return loadGrant(secrets, owner)
    }
    await secrets.release(claim)
    throw new McpError(failure.reason === 'timeout' ? 'timeout' : 'unreachable', { cause: error })
  }
}
