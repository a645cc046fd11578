import type { ReactNode } from 'react'

type StartNoteProps = {
  id: string
  /** Why nothing can be started; null when something can. */
  message: string | null
  /** The message is about what is being typed, and is not announced at once. */
  isTypo: boolean
  /** Shown without a message. */
  children: ReactNode
}

export const StartNote = ({ id, message, isTypo, children }: StartNoteProps) => (
  <p
    id={id}
    role={message === null || isTypo ? undefined : 'alert'}
    aria-live="polite"
    className={message === null ? 'text-ui text-ink-muted' : 'text-ui text-danger'}
  >
    {message ?? children}
  </p>
)
