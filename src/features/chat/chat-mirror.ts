import * as z from 'zod/mini'
import type { Chat } from '#contract/chat.ts'
import { parseSaved } from '#src/lib/saved-json.ts'
import type { TextStorage } from '#src/lib/storage.ts'

/** Chats of one app in this browser; those of no app are kept under `global`. */
const PREFIX = 'chatApp_'
const GLOBAL = 'global'
/** The apps that have such a list, since the storage cannot be asked for its keys. */
const APPS_KEY = 'soldesk.chat-apps'
const MAX_KEPT = 100

const SavedChats = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    appId: z.optional(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** Whoever signs in next in this browser does not see them. */
    userId: z.string(),
  }),
)

const keyOf = (appId: string | null) => `${PREFIX}${appId ?? GLOBAL}`

/** The lists of chats as this browser last saw them: there at once, and without a connection. */
export const createChatMirror = (storage: TextStorage) => {
  const apps = (): string[] => parseSaved(storage.get(APPS_KEY), z.array(z.string())) ?? []

  const read = (userId: string, appId: string | null): Chat[] =>
    (parseSaved(storage.get(keyOf(appId)), SavedChats) ?? [])
      .filter((chat) => chat.userId === userId)
      .map(({ id, title, createdAt, updatedAt }) => ({
        id,
        title,
        app_id: appId,
        created_at: createdAt,
        updated_at: updatedAt,
      }))

  const write = (userId: string, appId: string | null, chats: readonly Chat[]) => {
    const saved: z.infer<typeof SavedChats> = chats.slice(0, MAX_KEPT).map((chat) => ({
      id: chat.id,
      title: chat.title,
      ...(appId === null ? {} : { appId }),
      createdAt: chat.created_at,
      updatedAt: chat.updated_at,
      userId,
    }))
    storage.set(keyOf(appId), JSON.stringify(saved))
    if (appId === null || apps().includes(appId)) return
    storage.set(APPS_KEY, JSON.stringify([...apps(), appId]))
  }

  return {
    read,
    write,
    readAll: (userId: string): Chat[] =>
      [null, ...apps()]
        .flatMap((appId) => read(userId, appId))
        .toSorted((one, other) => other.updated_at.localeCompare(one.updated_at)),
    /** `isComplete`: there are no others, so a list that is missing is empty. */
    writeAll: (userId: string, chats: readonly Chat[], isComplete: boolean): void => {
      const found = chats.flatMap(({ app_id: appId }) => (appId == null ? [] : [appId]))
      for (const appId of new Set([null, ...found, ...(isComplete ? apps() : [])])) {
        write(
          userId,
          appId,
          chats.filter((chat) => (chat.app_id ?? null) === appId),
        )
      }
    },
  }
}
