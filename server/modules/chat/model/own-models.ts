import type { ChatModel } from '#contract/chat/chat-model.ts'
import { createLlm, type Llm } from '#server/clients/llm/llm.ts'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { maskSecret, type SealedText, type SecretBox } from '#server/lib/secret-box.ts'
import {
  deleteOwnModel,
  findOwnModel,
  listSealedModels,
  replaceSealedKey,
  upsertOwnModel,
  type OwnModelRow,
} from './own-model-repository.ts'
import { tryModel, type Trial } from './try-model.ts'
import { NIL_UUID } from '#server/lib/ids.ts'

export type OwnModelSettings = {
  db: Database
  box: SecretBox
  fetch: GuardedFetch
  /** False if the operator disabled users' own models. */
  isAllowed: boolean
  testMs?: number
}

type GivenModel = {
  base_url: string
  model: string
  /** Absent: keeps the stored key if the address has the same origin. Null: no key. */
  api_key?: string | null | undefined
}

export type OwnModels = ReturnType<typeof createOwnModels>

const TEST_MS = 30_000
/** Rows read at once, so that memory stays small with many users. */
const PAGE = 500

/**
 * Creates the service for the models that users connect to their chats. While it is not allowed, its methods throw
 * `FORBIDDEN` and `openModel` returns null.
 */
export const createOwnModels = ({
  db,
  box,
  fetch,
  isAllowed,
  testMs = TEST_MS,
}: OwnModelSettings) => {
  const assertAllowed = (): void => {
    if (isAllowed) return
    throw new AppError('FORBIDDEN', 'Connecting your own model is switched off here.')
  }

  const openKey = ({ sealed, ...row }: OwnModelRow): string | null =>
    sealed === null ? null : box.open(sealed, sealContext(row))

  const toChatModel = (row: OwnModelRow): ChatModel => {
    const key = openKey(row)
    return {
      base_url: row.baseUrl,
      model: row.model,
      masked_key: key === null ? null : maskSecret(key),
    }
  }

  /** A stored key never goes to another server than the one it was entered for. */
  const keyFor = async (userId: string, given: GivenModel): Promise<string | null> => {
    if (given.api_key !== undefined) return given.api_key
    const row = await findOwnModel(db, userId)
    const isSameOrigin = row !== undefined && urlOrigin(row.baseUrl) === urlOrigin(given.base_url)
    return isSameOrigin ? openKey(row) : null
  }

  return {
    async read(userId: string): Promise<ChatModel | null> {
      assertAllowed()
      const row = await findOwnModel(db, userId)
      return row === undefined ? null : toChatModel(row)
    },

    async save(userId: string, given: GivenModel): Promise<ChatModel> {
      assertAllowed()
      const key = await keyFor(userId, given)
      const place = { userId, baseUrl: given.base_url, model: given.model }
      const sealed = key === null ? null : box.seal(key, sealContext(place))
      const row = { ...place, sealed }
      await upsertOwnModel(db, row)
      return toChatModel(row)
    },

    async remove(userId: string): Promise<void> {
      assertAllowed()
      await deleteOwnModel(db, userId)
    },

    async test(userId: string, given: GivenModel, signal: AbortSignal): Promise<Trial> {
      assertAllowed()
      const apiKey = await keyFor(userId, given)
      const deadlines = { firstChunkMs: testMs, chunkMs: testMs, totalMs: testMs }
      const settings = { baseUrl: given.base_url, model: given.model, apiKey, fetch, deadlines }
      return tryModel(createLlm(settings), signal)
    },

    /** Returns the user's model, or null if none is connected or the operator disabled them. */
    async openModel(userId: string): Promise<Llm | null> {
      const row = isAllowed ? await findOwnModel(db, userId) : undefined
      if (row === undefined) return null
      const { baseUrl, model } = row
      return createLlm({ baseUrl, apiKey: openKey(row), model, fetch })
    },

    /** Encrypts all keys with the newest secret. Keeps those that no secret decrypts. */
    async reseal(): Promise<void> {
      for await (const { userId, sealed, context } of listSealedKeys(db)) {
        const to = box.reseal(sealed, context)
        if (to !== null) await replaceSealedKey(db, { userId, from: sealed, to })
      }
    },
  }
}

/** Yields the encrypted keys of all users. Reads them in pages, so that memory stays small. */
export async function* listSealedKeys(
  db: Database,
): AsyncGenerator<SealedText & { userId: string }> {
  let after: string = NIL_UUID
  for (;;) {
    const rows = await listSealedModels(db, after, PAGE)
    for (const row of rows) {
      after = row.userId
      if (row.sealed !== null) yield { ...row, sealed: row.sealed, context: sealContext(row) }
    }
    if (rows.length < PAGE) return
  }
}

const urlOrigin = (url: string): string => new URL(url).origin

/** Binds a key to its user and to the server it is for. */
const sealContext = ({ userId, baseUrl }: Pick<OwnModelRow, 'userId' | 'baseUrl'>): string =>
  `${userId} chat model ${urlOrigin(baseUrl)}`
