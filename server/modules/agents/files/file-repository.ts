import type { Queryable } from '#server/db/database.ts'

type FileRow = { id: string; name: string; characters: number; createdAt: Date }

const COLUMNS = 'id, name, characters, created_at as "createdAt"'

/** Returns the files of an agent by name. */
export const listFiles = (q: Queryable, agentId: string): Promise<FileRow[]> =>
  q.query<FileRow>(`select ${COLUMNS} from agent_file where agent_id = $1 order by name`, [agentId])

/** Returns the numbers of other files that the agent and the user have. */
export const countOtherFiles = async (
  q: Queryable,
  { userId, agentId, name }: { userId: string; agentId: string; name: string },
): Promise<{ ofAgent: number; ofUser: number }> => {
  const [row] = await q.query<{ ofAgent: number; ofUser: number }>(
    `select count(*) filter (where agent_id = $2)::int as "ofAgent", count(*)::int as "ofUser"
     from agent_file where user_id = $1 and not (agent_id = $2 and name = $3)`,
    [userId, agentId, name],
  )
  return row ?? { ofAgent: 0, ofUser: 0 }
}

/** Stores a file, replacing the agent's file of the same name. Requires a transaction. */
export const saveFile = async (
  tx: Queryable,
  file: {
    id: string
    userId: string
    agentId: string
    name: string
    characters: number
    passages: readonly { body: string; terms: readonly string[] }[]
  },
): Promise<FileRow> => {
  await tx.query('delete from agent_file where agent_id = $1 and name = $2', [
    file.agentId,
    file.name,
  ])
  const [row] = await tx.query<FileRow>(
    `insert into agent_file (id, user_id, agent_id, name, characters)
     values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [file.id, file.userId, file.agentId, file.name, file.characters],
  )
  if (row === undefined) throw new Error('the file was not stored')
  // An agent that is not saved yet is deleted a day after its last change.
  await tx.query('update user_agent set updated_at = now() where id = $1 and is_preview', [
    file.agentId,
  ])
  await tx.query(
    `insert into agent_file_passage (file_id, position, body, terms)
     select $1, position, passage ->> 'body',
       array(select jsonb_array_elements_text(passage -> 'terms'))
     from jsonb_array_elements($2::jsonb) with ordinality as passages (passage, position)`,
    [file.id, JSON.stringify(file.passages)],
  )
  return row
}

/** Returns false if the agent has no such file. */
export const deleteFile = async (
  q: Queryable,
  { agentId, id }: { agentId: string; id: string },
): Promise<boolean> => {
  const rows = await q.query(
    'delete from agent_file where agent_id = $1 and id = $2 returning id',
    [agentId, id],
  )
  return rows.length === 1
}

/** Returns the agents among these, or the agents that they are previews of, that have files. */
export const findAgentsWithFiles = async (
  q: Queryable,
  { userId, agentIds }: { userId: string; agentIds: readonly string[] },
): Promise<{ id: string; name: string }[]> =>
  q.query(
    `select coalesce(preview_of, id) as id, name from user_agent
     where user_id = $1 and id = any($2::uuid[])
       and exists (select 1 from agent_file
         where agent_id = coalesce(user_agent.preview_of, user_agent.id))
     order by user_agent.id`,
    [userId, agentIds],
  )

export type Passage = { file: string; body: string; terms: readonly string[] }

/** Returns at most 60 passages of the agents that have one of the terms, those with the most terms first. */
export const findPassages = (
  q: Queryable,
  { agentIds, terms }: { agentIds: readonly string[]; terms: readonly string[] },
): Promise<Passage[]> =>
  q.query<Passage>(
    `select f.name as file, p.body, p.terms
     from agent_file f join agent_file_passage p on p.file_id = f.id
     where f.agent_id = any($1::uuid[]) and p.terms && $2::text[]
     order by (select count(*) from unnest($2::text[]) as term where term = any(p.terms)) desc,
       f.name, p.position
     limit 60`,
    [agentIds, terms],
  )
