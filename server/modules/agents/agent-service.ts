import { formatNumber } from '#contract/numbers.ts'
import type { AgentDefinition, AgentVersion, UserAgent } from '#contract/apps/agents.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError, createFieldError } from '#server/errors.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { toPlainLine, toPlainText } from '#server/lib/text/visible-text.ts'
import {
  countAgents,
  deleteAgent,
  deleteOldPreviews,
  findAgent,
  insertAgent,
  insertVersion,
  listAgents,
  listVersions,
  updateAgent,
  type AgentRow,
} from './agent-repository.ts'
import { cleanLogo } from '#server/modules/agents/logo.ts'

/** A preview belongs to an open editor; a user has few of those. */
const MAX_PREVIEWS = 5

const NO_SUCH_AGENT = 'There is no such agent'

/** Returns the user's agent. Throws `NOT_FOUND` if there is none, or it is another user's. */
export async function requireAgent(
  q: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<AgentRow> {
  const row = isUuid(id) ? await findAgent(q, { userId, id }) : undefined
  if (row === undefined) throw new AppError('NOT_FOUND', NO_SUCH_AGENT)
  return row
}

type Changes = {
  readonly [Field in keyof AgentDefinition]?: AgentDefinition[Field] | undefined
} & {
  readonly is_preview?: false | undefined
}

type NewAgent = AgentDefinition & {
  readonly is_preview: boolean
  /** Id of the saved agent whose files a preview quotes. */
  readonly preview_of?: string | undefined
}

/** Creates the service for the definitions of users' agents. Its methods throw `NOT_FOUND` for an agent of another user. */
export const createAgentService = ({ db, maxAgents }: { db: Database; maxAgents: number }) => {
  const requireRoom = async (tx: Queryable, userId: string): Promise<void> => {
    if ((await countAgents(tx, userId)) < maxAgents) return
    throw createCapError(
      `You have ${formatNumber(maxAgents)} agents. Delete one you no longer need`,
    )
  }

  return {
    list: async (userId: string): Promise<UserAgent[]> =>
      (await listAgents(db, userId)).map((row) => ({
        ...toAgent(row),
        next_run_at: row.nextRunAt?.toISOString() ?? null,
      })),

    async create(
      userId: string,
      { is_preview: isPreview, preview_of: previewOf, ...definition }: NewAgent,
    ) {
      const agent = cleanAgent(definition)
      return db.transaction(async (tx) => {
        await lockUser(tx, userId)
        if (isPreview) await deleteOldPreviews(tx, { userId, kept: MAX_PREVIEWS - 1 })
        else await requireRoom(tx, userId)
        const saved =
          isPreview && previewOf !== undefined
            ? await requireAgent(tx, { userId, id: previewOf })
            : null
        const created = { userId, id: uuidv7(), agent, isPreview, previewOf: saved?.id ?? null }
        return toSavedAgent(await insertAgent(tx, created))
      })
    },

    async update(userId: string, id: string, { is_preview: isPreview, ...changes }: Changes) {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      return db.transaction(async (tx) => {
        // Of two changes at once, each would undo the fields of the other and lose a version.
        await lockUser(tx, userId)
        const before = await requireAgent(tx, { userId, id })
        const agent = cleanAgent({ ...before, ...Object.fromEntries(given) })
        if (before.isPreview && isPreview === false) await requireRoom(tx, userId)
        const row = await updateAgent(tx, { userId, id, agent, isKept: isPreview === false })
        if (row === undefined) throw new AppError('NOT_FOUND', NO_SUCH_AGENT)
        if (!isSame(before, agent)) {
          await insertVersion(tx, { id: uuidv7(), agentId: id, agent: pickDefinition(before) })
        }
        return toSavedAgent(row)
      })
    },

    /** Returns the earlier versions, newest first. */
    async listVersions(userId: string, id: string): Promise<AgentVersion[]> {
      await requireAgent(db, { userId, id })
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
    find: async (userId: string, id: string): Promise<(AgentDefinition & { id: string }) | null> =>
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
  if (name === '') throw createFieldError('name', 'The name must show something')
  const logo = cleanLogo(given.logo)
  if (!logo.ok) throw createFieldError('logo', logo.reason)
  return {
    name,
    logo: logo.logo,
    description: toPlainText(given.description).trim(),
    instructions: toPlainText(given.instructions).trim(),
    suggested_questions: given.suggested_questions.map(toPlainLine).filter((text) => text !== ''),
    tools: [...new Set(given.tools)],
  }
}

const toAgent = (row: AgentRow): UserAgent => ({
  id: row.id,
  ...pickDefinition(row),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

const toSavedAgent = (row: AgentRow) => ({ ...toAgent(row), agent_id: row.id })
