import { formatPoints, POINTS_PER_SOL } from '#contract/money.ts'
import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import * as z from 'zod/mini'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { getPersonalSessionStorage, onUserChange } from '#src/platform/auth/personal-storage.ts'

/** Work that the balance did not cover. It is charged only when the user starts it again. */
const WaitingWork = z.object({
  /** Opens its window with everything filled in: `/wallet-finder?ca=…`. */
  path: z.string(),
  title: z.string(),
  points: z.number(),
})
export type WaitingWork = Readonly<z.infer<typeof WaitingWork>>

const Saved = z.object({ work: z.nullable(WaitingWork) })

type TopUpState = {
  readonly work: WaitingWork | null
  readonly isAsking: boolean
  /** The path of work that was started elsewhere, until its window starts it. */
  readonly startedPath: string | null
}

const NO_WORK: TopUpState = { work: null, isAsking: false, startedPath: null }

/** The waiting work is stored per tab, so that it is still offered after a reload. */
export const topUp = createPersistedStore<TopUpState>({
  name: 'waiting-work',
  version: 1,
  storage: getPersonalSessionStorage,
  read: (saved) => ({ ...NO_WORK, work: Saved.safeParse(saved).data?.work ?? null }),
  partialize: ({ work }) => ({ work }),
})

/** Opens the dialog that offers to recharge, after a call was refused with INSUFFICIENT_BALANCE. */
export const askForTopUp = (work: WaitingWork): void => {
  topUp.setState({ work, isAsking: true, startedPath: null })
}

export const goToTopUp = (): void => {
  topUp.setState({ isAsking: false })
}

export const forgetWaitingWork = (): void => {
  topUp.setState(NO_WORK)
}

/** Starts the waiting work. Returns the path to open; null if nothing waits. */
export const startWaitingWork = (): string | null => {
  const path = topUp.getState().work?.path ?? null
  topUp.setState({ ...NO_WORK, startedPath: path })
  return path
}

/** Makes the window of this path start its work as soon as it opens. */
export const startWork = (path: string): void => {
  topUp.setState({ startedPath: path })
}

onUserChange(() => void topUp.persist.rehydrate())

/** Returns true once after the user has started the work of this path. */
export const takeStartedWork = (path: string): boolean => {
  if (topUp.getState().startedPath !== path) return false
  topUp.setState({ startedPath: null })
  return true
}

/** Calls `start` once when the user has started the work of this path elsewhere. */
export const useStartedWork = (path: string, start: () => void): void => {
  const isStarted = useStore(topUp, ({ startedPath }) => startedPath === path)
  const onStarted = useEffectEvent(start)
  useEffect(() => {
    if (isStarted && takeStartedWork(path)) onStarted()
  }, [isStarted, path])
}

/** Returns text such as `1 POINT (0.01 SOL)`. */
export const formatPointsPrice = (points: number): string =>
  `${formatPoints(points)} (${points / POINTS_PER_SOL} SOL)`
