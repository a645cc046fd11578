import { useState } from 'react'
import * as z from 'zod/mini'
import { parseSaved } from '#src/lib/storage/saved-record.ts'
import { readSavedInput, useSavedInput } from '#src/platform/auth/saved-input.ts'

/** Text typed into the forms of a window, and the addresses of the link that opened it. */
const Draft = z.object({
  linked: z.string(),
  text: z.string(),
  tokens: z.readonly(z.array(z.string())),
})
export type Draft = z.infer<typeof Draft>

const EMPTY: Draft = { linked: '', text: '', tokens: [] }

/** Returns the draft of a window, which survives an expired session, and its setter. */
export const useDraft = (windowId: string) => {
  const form = `analysis.${windowId}`
  const [draft, setDraft] = useState(() => parseSaved(readSavedInput(form), Draft) ?? EMPTY)
  const isEmpty = draft.text === '' && draft.tokens.length === 0
  useSavedInput(form, isEmpty ? null : JSON.stringify(draft))
  return [draft, setDraft] as const
}
