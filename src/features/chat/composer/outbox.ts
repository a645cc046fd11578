import type { TextStorage } from '#src/lib/storage/storage.ts'
import { keepDraft } from './drafts.ts'

/** Keeps the text of a message from Send until the server has it, so that a reload does not lose it. */
export type Outbox = {
  /** Returns what a chat (null: one to come) still has to send, or an empty text. */
  read: (chatId: string | null) => string
  /** An empty text clears the entry. */
  keep: (chatId: string | null, text: string) => void
}

export const EMPTY_OUTBOX: Outbox = { read: () => '', keep: () => undefined }

export const createOutbox = (storage: TextStorage, appId: string | null): Outbox => {
  const storageKey = (chatId: string | null) => `unsent.${chatId ?? `new.${appId ?? 'global'}`}`
  return {
    read: (chatId) => storage.get(storageKey(chatId)) ?? '',
    keep: (chatId, text) => keepDraft(storage, storageKey(chatId), text),
  }
}
