import { scrypt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '#server/boot/free-port.ts'
import { ConfigError, type Config } from '#server/config.ts'
import { describeSkew, measureSkew, readDatabaseTime } from '#server/db/clock-skew.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import {
  STALE_SECONDS,
  deleteServer,
  findDeployment,
  insertDeployment,
  insertServer,
  listServers,
  rememberGenesis,
  renewServer,
  updateDeployment,
  type Deployment,
} from './deployment-repository.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { Logger } from '#server/lib/logger.ts'

const RENEW_MS = 5_000
const POLL_MS = 500
const HOW_TO_ACCEPT =
  'Use the same values, or stop every server and accept these with: npm run admin -- network accept'

/** Fixed differences stop the start; others need only a warning. */
type Difference = { key: string; text: string; isFixed: boolean }

/**
 * Lists what differs between a database's deployment and a configuration. On localnet the receiver and token may
 * change. To allow rotation, a server fits if it knows the current signing secret.
 */
export function listDifferences(stored: Deployment, own: Partial<Deployment>): Difference[] {
  const isPlay = stored.network === 'localnet' && own.network === 'localnet'
  const [signing] = stored.jwtFingerprints
  const found: Difference[] = []
  const compare = (key: string, there: string, here: string | null | undefined) => {
    if (here === undefined || here === null || here === there) return
    const isFixed = !(isPlay && (key === 'RECEIVER_WALLET' || key === 'PRODUCT_TOKEN_MINT'))
    found.push({ key, text: `${key} is ${here} here and ${there} in the database`, isFixed })
  }
  compare('SOLANA_NETWORK', stored.network, own.network)
  if (stored.genesisHash !== null) compare('Genesis hash', stored.genesisHash, own.genesisHash)
  compare('RECEIVER_WALLET', stored.receiver, own.receiver)
  compare('PRODUCT_TOKEN_MINT', stored.token, own.token)
  const isKnown = signing === undefined || own.jwtFingerprints?.includes(signing) !== false
  if (!isKnown) {
    const text = 'JWT_SECRET is not the one that the servers of this database use'
    found.push({ key: 'JWT_SECRET', text, isFixed: true })
  }
  return found
}

const OTHER_DEPLOYMENT = 'This database belongs to another deployment'

const explainDifferences = (found: readonly Difference[]): string =>
  `${found.map(({ text }) => text).join('; ')}. ${HOW_TO_ACCEPT}`

/** Throws `ConfigError` when the configuration belongs to another deployment. */
export const refuseOther = (found: readonly Difference[]): void => {
  if (found.length > 0) throw new ConfigError(OTHER_DEPLOYMENT, explainDifferences(found))
}

export type JoinedDeployment = {
  confirmGenesis(hash: string): Promise<void>
  leave(): Promise<void>
}

/**
 * Compares this server with the deployment stored in the database and updates it. Throws `ConfigError` on a fixed
 * difference, and `StartError` while another running server uses another receiver, token or secret.
 */
export async function joinDeployment(
  db: Database,
  own: Deployment,
  { isShared, logger }: { isShared: boolean; logger: Pick<Logger, 'warn'> },
): Promise<JoinedDeployment> {
  await insertDeployment(db, own)
  const stored = await findDeployment(db)
  if (stored !== undefined)
    refuseOther(listDifferences(stored, own).filter(({ isFixed }) => isFixed))
  const confirm = (hash: string) => confirmGenesis(db, hash)
  if (!isShared) {
    await updateDeployment(db, own)
    return { confirmGenesis: confirm, leave: async () => undefined }
  }
  const skew = describeSkew(await measureSkew(() => readDatabaseTime(db)), 'the database')
  if (skew !== null) logger.warn(skew)
  const id = uuidv7()
  const { receiver, token, jwtFingerprints } = own
  await insertServer(db, { id, receiver, token, jwtFingerprints })
  try {
    await refuseOtherServers(db, id, own)
    await updateDeployment(db, own)
  } catch (error) {
    await deleteServer(db, id)
    throw error
  }
  const renewal = setInterval(() => {
    renewServer(db, id).catch((error: unknown) => {
      logger.warn({ err: error }, 'the row of this server was not renewed')
    })
  }, RENEW_MS)
  renewal.unref()
  return {
    confirmGenesis: confirm,
    async leave() {
      clearInterval(renewal)
      await deleteServer(db, id)
    },
  }
}

/** Stores the genesis hash if the database has none. Throws `ConfigError` for another chain. */
export async function confirmGenesis(db: Queryable, hash: string): Promise<void> {
  const stored = await rememberGenesis(db, hash)
  if (stored === null || stored === hash) return
  const text = `Genesis hash is ${hash} here and ${stored} in the database`
  refuseOther([{ key: 'Genesis hash', text, isFixed: true }])
}

/** Throws `StartError` if an earlier server runs with other values. Waits until killed servers count as gone. */
async function refuseOtherServers(db: Database, id: string, own: Deployment): Promise<void> {
  const first = new Map<string, number>()
  const deadline = Date.now() + (STALE_SECONDS + 2) * 1_000
  while (Date.now() < deadline) {
    const rows = await listServers(db)
    const before = rows.slice(
      0,
      rows.findIndex((row) => row.id === id),
    )
    const others = before.filter(
      (row) =>
        row.receiver !== own.receiver || row.token !== own.token || !shareSigningKeys(row, own),
    )
    if (others.length === 0) return
    for (const row of others) {
      const seen = row.seenAt.getTime()
      if (seen > (first.get(row.id) ?? seen)) refuseServer(row, own)
      first.set(row.id, first.get(row.id) ?? seen)
    }
    await sleep(POLL_MS)
  }
}

type Keys = Pick<Deployment, 'jwtFingerprints'>

/** Returns true if each server knows the other's signing key. A server without keys fits. */
const shareSigningKeys = (one: Keys, other: Keys): boolean =>
  [
    [one, other],
    [other, one],
  ].every(([signer, reader]) => {
    const signing = signer?.jwtFingerprints[0]
    const known = reader?.jwtFingerprints ?? []
    return signing === undefined || known.length === 0 || known.includes(signing)
  })

function refuseServer(
  row: Pick<Deployment, 'receiver' | 'token' | 'jwtFingerprints'>,
  own: Deployment,
): void {
  const { receiver, token } = row
  const found = listDifferences({ ...own, receiver, token }, own).map((difference) => ({
    ...difference,
    text: `${difference.text}, where another server runs`,
  }))
  if (found.length > 0) throw new StartError(`${OTHER_DEPLOYMENT}: ${explainDifferences(found)}`)
  if (shareSigningKeys(row, own)) return
  throw new StartError(
    'JWT_SECRET: another running server does not know the first secret here, or signs with one that is unknown here. To rotate, restart every server with old,new; then every server with new,old; then with new',
  )
}

const slowHash = promisify(scrypt) as (
  secret: string,
  salt: string,
  bytes: number,
) => Promise<Buffer>

/** Hashes the secrets slowly, so that a copy of the database does not help to guess one. */
export const computeFingerprints = (secrets: readonly string[]): Promise<string[]> =>
  Promise.all(
    secrets.map(async (secret) =>
      (await slowHash(secret, 'access token key', 16)).toString('base64url'),
    ),
  )

/** Returns the text by which servers compare their tokens. */
export const describeToken = ({ productToken, solana }: Config): string => {
  if (productToken !== null) return `${productToken.mint} at ${productToken.rawPerPoint} a POINT`
  return solana.rpcUrl === null ? 'demo' : 'none'
}
