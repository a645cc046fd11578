import type { AgentDefinition } from '#contract/apps/agents.ts'
import type { Queryable } from '#server/db/database.ts'

export type AgentRow = AgentDefinition & {
  id: string
  isPreview: boolean
  createdAt: Date
  updatedAt: Date
}

const COLUMNS = `id, name, logo, description, instructions, suggested_questions, tools,
  is_preview as "isPreview", created_at as "createdAt", updated_at as "updatedAt"`

/** `nextRunAt`: null while the agent has no schedule. */
export type ListedAgentRow = AgentRow & { nextRunAt: Date | null }

/** Returns the user's agents without previews, oldest first. */
export const listAgents = (q: Queryable, userId: string): Promise<ListedAgentRow[]> =>
  q.query<ListedAgentRow>(
    `select ${COLUMNS},
       (select next_at from agent_schedule where agent_id = user_agent.id) as "nextRunAt"
     from user_agent where user_id = $1 and not is_preview order by id`,
    [userId],
  )

/** Returns undefined if the user has no such agent. */
export const findAgent = async (
  q: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<AgentRow | undefined> => {
  const [row] = await q.query<AgentRow>(
    `select ${COLUMNS} from user_agent where user_id = $1 and id = $2`,
    [userId, id],
  )
  return row
}

/** Returns the number of the user's agents without previews. */
export const countAgents = async (q: Queryable, userId: string): Promise<number> => {
  const [row] = await q.query<{ count: number }>(
    `select count(*)::int as count from user_agent where user_id = $1 and not is_preview`,
    [userId],
  )
  return row?.count ?? 0
}

/** Deletes the user's previews except the `kept` newest. */
export const deleteOldPreviews = async (
  tx: Queryable,
  { userId, kept }: { userId: string; kept: number },
): Promise<void> => {
  await tx.query(
    `delete from user_agent where id in (
       select id from user_agent where user_id = $1 and is_preview
       order by updated_at desc, id desc offset $2)`,
    [userId, kept],
  )
}

export const insertAgent = async (
  q: Queryable,
  {
    userId,
    id,
    agent,
    isPreview,
    previewOf,
  }: {
    userId: string
    id: string
    agent: AgentDefinition
    isPreview: boolean
    previewOf: string | null
  },
): Promise<AgentRow> => {
  const [row] = await q.query<AgentRow>(
    `insert into user_agent
       (id, user_id, name, logo, description, instructions, suggested_questions, tools, is_preview, preview_of)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10)
     returning ${COLUMNS}`,
    [id, userId, ...toValues(agent), isPreview, previewOf],
  )
  if (row === undefined) throw new Error('the agent was not stored')
  return row
}

/** `isKept` makes an agent of a preview. Returns undefined if the user has no such agent. */
export const updateAgent = async (
  q: Queryable,
  {
    userId,
    id,
    agent,
    isKept,
  }: { userId: string; id: string; agent: AgentDefinition; isKept: boolean },
): Promise<AgentRow | undefined> => {
  const [row] = await q.query<AgentRow>(
    `update user_agent set name = $3, logo = $4, description = $5, instructions = $6,
       suggested_questions = $7::jsonb, tools = $8::jsonb, is_preview = is_preview and not $9,
       preview_of = case when $9 then null else preview_of end,
       updated_at = now()
     where id = $1 and user_id = $2 returning ${COLUMNS}`,
    [id, userId, ...toValues(agent), isKept],
  )
  return row
}

const MAX_VERSIONS = 20

/** Stores a version that was replaced. Deletes the oldest beyond 20. */
export const insertVersion = async (
  tx: Queryable,
  { id, agentId, agent }: { id: string; agentId: string; agent: AgentDefinition },
): Promise<void> => {
  await tx.query('insert into user_agent_version (id, agent_id, definition) values ($1, $2, $3)', [
    id,
    agentId,
    JSON.stringify(agent),
  ])
  await tx.query(
    `delete from user_agent_version where agent_id = $1 and id not in (
       select id from user_agent_version where agent_id = $1
       order by id desc limit ${MAX_VERSIONS})`,
    [agentId],
  )
}

type VersionRow = { id: string; definition: AgentDefinition; createdAt: Date }

/** Returns the earlier versions, newest first. */
export const listVersions = (q: Queryable, agentId: string): Promise<VersionRow[]> =>
  q.query<VersionRow>(
    `select id, definition, created_at as "createdAt" from user_agent_version
     where agent_id = $1 order by id desc limit ${MAX_VERSIONS}`,
    [agentId],
  )

/** Returns false if the user has no such agent. */
export const deleteAgent = async (
  q: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> => {
  const rows = await q.query('delete from user_agent where user_id = $1 and id = $2 returning id', [
    userId,
    id,
  ])
  return rows.length === 1
}

const toValues = (agent: AgentDefinition) => [
  agent.name,
  agent.logo,
  agent.description,
  agent.instructions,
  JSON.stringify(agent.suggested_questions),
  JSON.stringify(agent.tools),
]
