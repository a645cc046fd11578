import type { TextStorage } from '#src/lib/storage/storage.ts'
import { getTextKey, saveText } from './drafts.ts'

/** Keeps the text of a message from Send until the server has it, so that a reload does not lose it. */
export type Outbox = {
  /** Returns the unsent text of a chat (null for a new one); empty if there is none. */
  read: (chatId: string | null) => string
  /** An empty text clears the entry. */
  keep: (chatId: string | null, text: string) => void
}

export const EMPTY_OUTBOX: Outbox = { read: () => '', keep: () => undefined }

export const createOutbox = (storage: TextStorage, appId: string | null): Outbox => {
  const getKey = (chatId: string | null) => getTextKey('unsent', chatId, appId)
  return {
    read: (chatId) => storage.get(getKey(chatId)) ?? '',
    keep: (chatId, text) => saveText(storage, getKey(chatId), text),
  }
}
