import { useEffect, useState } from 'react'
import { readUserId } from './auth-store.ts'
import { getPersonalSessionStorage } from './personal-storage.ts'

const PREFIX = 'input.'

/** Returns what the user had typed in this tab when the session expired or the page was reloaded, or null. */
export const readSavedInput = (form: string): string | null =>
  getPersonalSessionStorage().get(PREFIX + form)

/**
 * Keeps what is typed in a form, so that an expired session does not lose it. `text` is null while there is nothing to
 * keep. A form that closes while its user is signed in forgets it.
 */
export const useSavedInput = (form: string, text: string | null): void => {
  // After the session has expired, the storage of its user.
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

/** Returns a text field's value, kept as `useSavedInput` does, and its setter. */
export const useSavedText = (form: string) => {
  const [text, setText] = useState(() => readSavedInput(form) ?? '')
  useSavedInput(form, text === '' ? null : text)
  return [text, setText] as const
}
