import { useEffect, useState } from 'react'
import { readUserId } from './auth-store.ts'
import { getPersonalSessionStorage } from './personal-storage.ts'

const PREFIX = 'input.'

/** Returns the text that the user had typed in this tab before the session expired or the page reloaded, or null. */
export const readSavedInput = (form: string): string | null =>
  getPersonalSessionStorage().get(PREFIX + form)

/**
 * Saves the text typed in a form, so that an expired session does not lose it. Null removes it, and so does closing the
 * form while its user is signed in.
 */
export const useSavedInput = (form: string, text: string | null): void => {
  // Stays the storage of the first user after the session has expired.
  const [storage] = useState(getPersonalSessionStorage)
  const [userId] = useState(() => readUserId())
  useEffect(() => {
    if (text === null) storage.remove(PREFIX + form)
    else storage.set(PREFIX + form, text)
  }, [storage, form, text])
  useEffect(
    () => () => {
      if (readUserId() === userId) storage.remove(PREFIX + form)
    },
    [storage, form, userId],
  )
}

/** Returns the value of a text field, saved by `useSavedInput`, and its setter. */
export const useSavedText = (form: string) => {
  const [text, setText] = useState(() => readSavedInput(form) ?? '')
  useSavedInput(form, text === '' ? null : text)
  return [text, setText] as const
}
