import type { TextStorage } from '#src/lib/storage/storage.ts'

/** Returns the storage key of a text of a chat. A chat without an id yet is named by its app. */
export const getTextKey = (
  kind: 'draft' | 'unsent',
  chatId: string | null,
  appId: string | null,
): string => `${kind}.${chatId ?? `new.${appId ?? 'global'}`}`

/** Saves a text. A blank one clears the entry. */
export const saveText = (storage: TextStorage, key: string, text: string): void => {
  if (text.trim() === '') storage.remove(key)
  else storage.set(key, text)
}

/** A position among earlier questions, recalled with the arrow keys. `typed` is the text from before. */
export type Recall = { readonly index: number; readonly typed: string }

/**
 * Returns the question before or after the recalled one; after the newest one, what was typed. Null if there is none.
 */
export const recall = (
  questions: readonly string[],
  now: { recalled: Recall | null; text: string },
  direction: 'older' | 'newer',
): { recalled: Recall | null; text: string } | null => {
  const { recalled, text } = now
  if (recalled === null) {
    const newest = questions.at(-1)
    if (direction === 'newer' || newest === undefined) return null
    return { recalled: { index: questions.length - 1, typed: text }, text: newest }
  }
  const index = recalled.index + (direction === 'older' ? -1 : 1)
  if (index >= questions.length) return { recalled: null, text: recalled.typed }
  const found = questions[index]
  return found === undefined ? null : { recalled: { ...recalled, index }, text: found }
}
