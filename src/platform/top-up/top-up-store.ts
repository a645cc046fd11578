import { createStore } from 'zustand/vanilla'
import { onUserChange } from '#src/platform/auth/personal-storage.ts'

/** Work that the balance did not cover. Nothing was charged for it, and nothing is until its person starts it again. */
export type WaitingWork = {
  /** Opens its window with everything filled in: `/wallet-finder?ca=…`. */
  readonly path: string
  readonly title: string
  readonly points: number
}

type TopUpState = {
  readonly work: WaitingWork | null
  /** The question whether to top up is on the screen. */
  readonly isAsking: boolean
  /** The path of the work that was started from elsewhere and not yet taken up by its window. */
  readonly startedPath: string | null
}

const NOTHING: TopUpState = { work: null, isAsking: false, startedPath: null }

export const topUp = createStore<TopUpState>(() => NOTHING)

/** Tells the person what is missing and leads to the recharge page. For every call refused with INSUFFICIENT_BALANCE. */
export const askForTopUp = (work: WaitingWork): void =>
  topUp.setState({ work, isAsking: true, startedPath: null })

/** The person goes to top up; the work waits there. */
export const goToTopUp = (): void => topUp.setState({ isAsking: false })

export const forgetWaitingWork = (): void => topUp.setState(NOTHING)

/** The person starts the waiting work, price in sight. Gives the path to open. */
export const startWaitingWork = (): string | null => {
  const path = topUp.getState().work?.path ?? null
  topUp.setState({ ...NOTHING, startedPath: path })
  return path
}

// The next user knows nothing of this one's work.
onUserChange(forgetWaitingWork)

/** True once for the work of this path after the person has started it. */
export const takeStartedWork = (path: string): boolean => {
  if (topUp.getState().startedPath !== path) return false
  topUp.setState({ startedPath: null })
  return true
}

/** `1 POINT (0.01 SOL)`. */
export const pointsPrice = (points: number): string =>
  `${points} ${points === 1 ? 'POINT' : 'POINTS'} (${points / POINTS_PER_SOL} SOL)`

const POINTS_PER_SOL = 100
