import { useStore } from 'zustand'
import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { createPersistStorage, readByMerge } from '#src/lib/storage/persisted.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

const STEPS = ['report', 'analysis', 'ask', 'research'] as const
export type FirstStep = (typeof STEPS)[number]

type FirstSteps = { readonly isDismissed: boolean; readonly done: readonly FirstStep[] }

const UNTOUCHED: FirstSteps = { isDismissed: false, done: [] }

const readFirstSteps = (saved: unknown): FirstSteps => {
  if (!isRecord(saved)) return UNTOUCHED
  const done = Array.isArray(saved['done']) ? saved['done'] : []
  return {
    isDismissed: saved['isDismissed'] === true,
    done: STEPS.filter((step) => done.includes(step)),
  }
}

/** The first steps that the user has completed, and whether the list is dismissed. */
export const firstSteps = createStore<FirstSteps>()(
  persist(() => UNTOUCHED, {
    name: 'first-steps',
    version: 1,
    storage: createPersistStorage(getPersonalStorage),
    migrate: readByMerge,
    merge: readFirstSteps,
  }),
)

onUserChange(() => void firstSteps.persist.rehydrate())

export const dismissFirstSteps = (): void => void firstSteps.setState({ isDismissed: true })

export const markStep = (step: FirstStep): void =>
  void firstSteps.setState(({ done }) => (done.includes(step) ? {} : { done: [...done, step] }))

export const useFirstSteps = (): FirstSteps => useStore(firstSteps)
