import type { Queryable } from '#server/db/database.ts'

/** The values that all servers of a database must share. */
export type Deployment = {
  network: string
  /** Null until a node has answered. */
  genesisHash: string | null
  receiver: string
  token: string
  jwtFingerprints: string[]
}

/** A server that does not renew its row for this long counts as gone. */
export const STALE_SECONDS = 15

/** Returns undefined before the first start of a server. */
export async function findDeployment(q: Queryable): Promise<Deployment | undefined> {
  const [row] = await q.query<Deployment>(
    `select network, genesis_hash as "genesisHash", receiver, token,
       jwt_fingerprints as "jwtFingerprints"
     from deployment where id = 1`,
  )
  return row
}

/** Keeps the first deployment of a database; a later one changes nothing. */
export async function insertDeployment(q: Queryable, deployment: Deployment): Promise<void> {
  await q.query(
    `insert into deployment (id, network, genesis_hash, receiver, token, jwt_fingerprints)
     values (1, $1, $2, $3, $4, $5) on conflict (id) do nothing`,
    listValues(deployment),
  )
}

/** Replaces the values that may change between starts. Keeps a known genesis hash. */
export async function updateDeployment(q: Queryable, deployment: Deployment): Promise<void> {
  await q.query(
    `update deployment set network = $1, genesis_hash = coalesce(genesis_hash, $2), receiver = $3,
       token = $4, jwt_fingerprints = $5, updated_at = now() where id = 1`,
    listValues(deployment),
  )
}

const listValues = ({ network, genesisHash, receiver, token, jwtFingerprints }: Deployment) => [
  network,
  genesisHash,
  receiver,
  token,
  jwtFingerprints,
]

/** Returns the genesis hash of the deployment, null without one. Stores `hash` if none was known. */
export async function rememberGenesis(q: Queryable, hash: string): Promise<string | null> {
  const [row] = await q.query<{ genesisHash: string | null }>(
    `update deployment set genesis_hash = coalesce(genesis_hash, $1) where id = 1
     returning genesis_hash as "genesisHash"`,
    [hash],
  )
  return row?.genesisHash ?? null
}

/** Forgets the deployment, so that the next server sets it. */
export async function deleteDeployment(q: Queryable): Promise<void> {
  await q.query('delete from deployment')
}

type ServerRow = { id: string } & Pick<Deployment, 'receiver' | 'token' | 'jwtFingerprints'>

/** Adds a running server and forgets those that went stale long ago. */
export async function insertServer(q: Queryable, server: ServerRow): Promise<void> {
  await q.query(`delete from running_server where seen_at < now() - interval '1 hour'`)
  await q.query(
    'insert into running_server (id, receiver, token, jwt_fingerprints) values ($1, $2, $3, $4)',
    [server.id, server.receiver, server.token, server.jwtFingerprints],
  )
}

export async function renewServer(q: Queryable, id: string): Promise<void> {
  await q.query('update running_server set seen_at = now() where id = $1', [id])
}

export async function deleteServer(q: Queryable, id: string): Promise<void> {
  await q.query('delete from running_server where id = $1', [id])
}

type RunningServerRow = ServerRow & { seenAt: Date }

/** Returns the servers that renewed their row in time, first started first. */
export function listServers(q: Queryable): Promise<RunningServerRow[]> {
  return q.query(
    `select id, receiver, token, jwt_fingerprints as "jwtFingerprints", seen_at as "seenAt"
     from running_server
     where seen_at > now() - interval '${STALE_SECONDS} seconds' order by started_at, id`,
  )
}
