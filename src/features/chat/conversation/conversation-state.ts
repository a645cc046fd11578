import type { History } from '#src/features/chat/list/history.ts'
import type { Problem } from './problem.ts'

/** A request that did not reach the server, or was refused; it can be tried again as the same one. */
type Unsent = { readonly problem: Problem; readonly retry: () => void }

export type ConversationState = History & {
  readonly chatId: string | null
  readonly title: string
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why it could not be loaded, or why the answer stopped coming. */
  readonly problem: Problem | null
  readonly isRunning: boolean
  readonly isStopping: boolean
  readonly unsent: Unsent | null
  /** A message that was not sent and is not shown, on its way back to where it was written. */
  readonly returned: string
}
