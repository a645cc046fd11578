import { FILE_LIMITS, type AgentFile } from '#contract/apps/agent-files.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { Database } from '#server/db/database.ts'
import { AppError, createFieldError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { toStorableText } from '#server/lib/text/storable.ts'
import { extractTerms } from '#server/lib/text/words.ts'
import { removeInvisible, toPlainLine, toPlainText } from '#server/lib/text/visible-text.ts'
import { requireAgent } from '#server/modules/agents/agent-service.ts'
import { countOtherFiles, deleteFile, listFiles, saveFile } from './file-repository.ts'
import { splitPassages } from './split-passages.ts'

export type AgentFiles = ReturnType<typeof createAgentFiles>

/** Creates the service for the files of users' agents. Its methods throw `NOT_FOUND` for an agent of another user. */
export const createAgentFiles = ({ db }: { db: Database }) => {
  return {
    async list(userId: string, agentId: string): Promise<AgentFile[]> {
      await requireAgent(db, { userId, id: agentId })
      return (await listFiles(db, agentId)).map(toAgentFile)
    },

    /** Adds a file, or replaces the one of the same name. */
    async add(
      userId: string,
      agentId: string,
      given: { name: string; text: string },
    ): Promise<AgentFile> {
      const name = toPlainLine(given.name)
      if (name === '') throw createFieldError('name', 'The name must show something')
      const text = toPlainText(toStorableText(given.text)).trim()
      if (removeInvisible(text).trim() === '') throw createFieldError('text', 'The file is empty')
      const passages = splitPassages(name, text).map((body) => ({
        body,
        terms: [...new Set(extractTerms(`${name} ${body}`))],
      }))
      return db.transaction(async (tx) => {
        await lockUser(tx, userId)
        await requireAgent(tx, { userId, id: agentId })
        const { ofAgent, ofUser } = await countOtherFiles(tx, { userId, agentId, name })
        if (ofAgent >= FILE_LIMITS.perAgent)
          throw createFull('This agent has', FILE_LIMITS.perAgent)
        if (ofUser >= FILE_LIMITS.perUser) throw createFull('Your agents have', FILE_LIMITS.perUser)
        const file = { id: uuidv7(), userId, agentId, name, characters: text.length, passages }
        return toAgentFile(await saveFile(tx, file))
      })
    },

    async remove(userId: string, agentId: string, id: string): Promise<void> {
      await requireAgent(db, { userId, id: agentId })
      if (!isUuid(id) || !(await deleteFile(db, { agentId, id }))) {
        throw new AppError('NOT_FOUND', 'There is no such file')
      }
    },
  }
}

const createFull = (who: string, max: number): AppError =>
  createCapError(`${who} ${formatNumber(max)} files. Remove one first`)

const toAgentFile = (row: {
  id: string
  name: string
  characters: number
  createdAt: Date
}): AgentFile => ({
  id: row.id,
  name: row.name,
  characters: row.characters,
  added_at: row.createdAt.toISOString(),
})
