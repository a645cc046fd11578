import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { OauthClient, OauthService } from '#server/clients/mcp/oauth.ts'
import type { Database } from '#server/db/database.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import {
  claimGrant,
  deleteClaimedGrant,
  deleteSecret,
  findSecret,
  listSealedSecrets,
  releaseClaim,
  replaceSealed,
  updateClaimedGrant,
  upsertSecret,
  type Claim,
  type Owner,
  type SealedSecret,
} from './secret-repository.ts'

/** A grant of a service, with all data to refresh and revoke it. */
export const Grant = z.object({
  serverUrl: z.string(),
  resource: z.string(),
  service: OauthService,
  client: OauthClient,
  tokens: z.object({
    accessToken: z.string(),
    refreshToken: z.nullable(z.string()),
    expiresAt: z.nullable(z.number()),
  }),
})
export type Grant = z.infer<typeof Grant>

export type Secret = { kind: 'key'; key: string } | { kind: 'grant'; grant: Grant }

export type AppSecrets = ReturnType<typeof createAppSecrets>

const toContext = ({ userId, appId }: Owner) => `${userId} ${appId}`

/** Creates the store of the keys and grants that users gave to their apps. All are encrypted. */
export const createAppSecrets = ({ db, box }: { db: Database; box: SecretBox }) => {
  const open = (owner: Owner, row: SealedSecret | undefined): Secret | null => {
    const text = row === undefined ? null : box.open(row.sealed, toContext(owner))
    if (row === undefined || text === null) return null
    return row.kind === 'grant'
      ? { kind: row.kind, grant: z.parse(Grant, JSON.parse(text)) }
      : { kind: row.kind, key: text }
  }
  const sealGrant = (owner: Owner, grant: Grant) =>
    box.seal(JSON.stringify(grant), toContext(owner))

  return {
    read: async (owner: Owner): Promise<Secret | null> => open(owner, await findSecret(db, owner)),

    /** Replaces the stored secret. Has no effect if the account was deleted. */
    write: (owner: Owner, secret: Secret): Promise<void> => {
      const sealed =
        secret.kind === 'key'
          ? box.seal(secret.key, toContext(owner))
          : sealGrant(owner, secret.grant)
      return upsertSecret(db, owner, { kind: secret.kind, sealed })
    },

    /**
     * Grants one caller the right to refresh for a limited time; null for all others. A caller that takes longer
     * loses its lease and can no longer change the grant.
     */
    async claim(owner: Owner, seconds: number): Promise<(Claim & { secret: Secret }) | null> {
      const lease = randomUUID()
      const secret = open(owner, await claimGrant(db, { owner, lease }, seconds))
      return secret === null ? null : { owner, lease, secret }
    },

    /** Stores the refreshed grant; false if the lease is lost, or the secret was deleted or replaced. */
    storeRenewed: (claim: Claim, grant: Grant): Promise<boolean> =>
      updateClaimedGrant(db, claim, sealGrant(claim.owner, grant)),

    /** Deletes a grant that its service rejects, unless the lease is lost. */
    deleteIfClaimed: (claim: Claim): Promise<void> => deleteClaimedGrant(db, claim),

    release: (claim: Claim): Promise<void> => releaseClaim(db, claim),

    /** Encrypts all secrets with the newest key. Skips secrets that no key decrypts and those that change during this. */
    async reseal(): Promise<void> {
      for await (const { owner, sealed, context } of listSealed(db)) {
        const to = box.reseal(sealed, context)
        if (to !== null) await replaceSealed(db, owner, { from: sealed, to })
      }
    },

    countByKey: () => box.countByKey(listSealed(db)),

    remove: (owner: Owner): Promise<void> => deleteSecret(db, owner),
  }
}

async function* listSealed(db: Database) {
  for await (const { owner, sealed } of listSealedSecrets(db)) {
    yield { owner, sealed, context: toContext(owner) }
  }
}
