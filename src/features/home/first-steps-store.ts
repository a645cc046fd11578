import { useStore } from 'zustand'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

const STEPS = ['report', 'analysis', 'ask', 'research'] as const
export type FirstStep = (typeof STEPS)[number]

type FirstSteps = { readonly isDismissed: boolean; readonly done: readonly FirstStep[] }

const readFirstSteps = (saved: unknown): FirstSteps => {
  const { isDismissed, done } = isRecord(saved) ? saved : {}
  return {
    isDismissed: isDismissed === true,
    done: Array.isArray(done) ? STEPS.filter((step) => done.includes(step)) : [],
  }
}

/** The first steps that the user has completed, and whether the list is dismissed. */
export const firstSteps = createPersistedStore({
  name: 'first-steps',
  version: 1,
  storage: getPersonalStorage,
  read: readFirstSteps,
})

onUserChange(() => void firstSteps.persist.rehydrate())

export const dismissFirstSteps = (): void => void firstSteps.setState({ isDismissed: true })

export const markStep = (step: FirstStep): void =>
  void firstSteps.setState(({ done }) => (done.includes(step) ? {} : { done: [...done, step] }))

export const useFirstSteps = (): FirstSteps => useStore(firstSteps)
