import { formatNumber } from '#contract/numbers.ts'
import type { AgentDefinition, AgentVersion, UserAgent } from '#contract/apps/agents.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { toPlainLine, toPlainText } from '#server/lib/visible-text.ts'
import {
  deleteAgent,
  findAgent,
  insertAgent,
  insertVersion,
  listAgents,
  listVersions,
  updateAgent,
  type AgentRow,
} from './agent-repository.ts'
import { cleanLogo } from '#server/modules/agents/logo.ts'

export const NO_SUCH_AGENT = 'There is no such agent'

type Changes = { readonly [Field in keyof AgentDefinition]?: AgentDefinition[Field] | undefined }

export type AgentService = ReturnType<typeof createAgentService>

/** Creates the service for the definitions of users' agents. Its methods throw `NOT_FOUND` for an agent of another user. */
export const createAgentService = ({ db, maxAgents }: { db: Database; maxAgents: number }) => {
  const requireAgent = async (userId: string, id: string): Promise<AgentRow> => {
    const row = isUuid(id) ? await findAgent(db, { userId, id }) : undefined
    if (row === undefined) throw new AppError('NOT_FOUND', NO_SUCH_AGENT)
    return row
  }

  return {
    list: async (userId: string): Promise<UserAgent[]> =>
      (await listAgents(db, userId)).map(shownAgent),

    async create(userId: string, definition: AgentDefinition) {
      const agent = cleanAgent(definition)
      return db.transaction(async (tx) => {
        await lockUser(tx, userId)
        const row = await insertAgent(tx, { userId, id: uuidv7(), agent, limit: maxAgents })
        if (row !== undefined) return savedAgent(row)
        throw createCapError(
          `You have ${formatNumber(maxAgents)} agents. Delete one you no longer need`,
        )
      })
    },

    async update(userId: string, id: string, changes: Changes) {
      const before = await requireAgent(userId, id)
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const agent = cleanAgent({ ...before, ...Object.fromEntries(given) })
      const row = await db.transaction(async (tx) => {
        const changed = await updateAgent(tx, { userId, id, agent })
        if (changed !== undefined && !isSame(before, agent)) {
          await insertVersion(tx, { id: uuidv7(), agentId: id, agent: pickDefinition(before) })
        }
        return changed
      })
      if (row === undefined) throw new AppError('NOT_FOUND', NO_SUCH_AGENT)
      return savedAgent(row)
    },

    /** Returns the earlier versions, newest first. */
    async versions(userId: string, id: string): Promise<AgentVersion[]> {
      await requireAgent(userId, id)
      const rows = await listVersions(db, id)
      return rows.map(({ createdAt, ...version }) => ({
        ...version,
        replaced_at: createdAt.toISOString(),
      }))
    },

    async remove(userId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await deleteAgent(db, { userId, id }))) {
        throw new AppError('NOT_FOUND', NO_SUCH_AGENT)
      }
    },

    /** Returns null if the agent does not exist or is another user's. */
    find: async (userId: string, id: string): Promise<AgentDefinition | null> =>
      isUuid(id) ? ((await findAgent(db, { userId, id })) ?? null) : null,
  }
}

const pickDefinition = ({
  name,
  logo,
  description,
  instructions,
  suggested_questions,
  tools,
}: AgentDefinition): AgentDefinition => ({
  name,
  logo,
  description,
  instructions,
  suggested_questions,
  tools,
})

const isSame = (one: AgentDefinition, other: AgentDefinition): boolean =>
  JSON.stringify(pickDefinition(one)) === JSON.stringify(pickDefinition(other))

/** Removes control characters and checks the logo. Throws `VALIDATION_FAILED`. */
const cleanAgent = (given: AgentDefinition): AgentDefinition => {
  const name = toPlainLine(given.name)
  if (name === '') throw invalid('name', 'The name must show something')
  const logo = cleanLogo(given.logo)
  if (!logo.ok) throw invalid('logo', logo.reason)
  return {
    name,
    logo: logo.logo,
    description: toPlainText(given.description).trim(),
    instructions: toPlainText(given.instructions).trim(),
    suggested_questions: given.suggested_questions.map(toPlainLine).filter((text) => text !== ''),
    tools: [...new Set(given.tools)],
  }
}

const invalid = (field: string, reason: string): AppError =>
  new AppError('VALIDATION_FAILED', `${field}: ${reason}`, { fields: { [field]: reason } })

const shownAgent = (row: AgentRow): UserAgent => ({
  id: row.id,
  name: row.name,
  logo: row.logo,
  description: row.description,
  suggested_questions: row.suggested_questions,
  instructions: row.instructions,
  tools: row.tools,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

const savedAgent = (row: AgentRow) => ({ ...shownAgent(row), agent_id: row.id })
