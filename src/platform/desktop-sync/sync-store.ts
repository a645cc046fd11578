import { useStore } from 'zustand'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import type { Parts } from './merge-parts.ts'

/** `tooLarge` and `failed` say why the last save did not arrive. */
export type SyncProblem = 'tooLarge' | 'failed'

export type SyncState = {
  /** True if this browser follows the desktop of the account. */
  isOn: boolean
  /** Whether the user signed in here and the account has not been asked since. */
  isAwaited: boolean
  /** The version of the account's desktop that `agreed` is from. */
  version: number
  /** The last state on which this browser and the server agreed. */
  agreed: Parts
  problem: SyncProblem | null
}

export const SYNC_OFF: SyncState = {
  isOn: false,
  isAwaited: false,
  version: 0,
  agreed: {},
  problem: null,
}

const readSync = (saved: unknown): SyncState => {
  if (!isRecord(saved)) return SYNC_OFF
  const { isOn, isAwaited, version, agreed } = saved
  return {
    ...SYNC_OFF,
    isOn: isOn === true,
    isAwaited: isAwaited === true,
    version: typeof version === 'number' ? version : 0,
    agreed: isRecord(agreed) ? agreed : {},
  }
}

export const syncStore = createPersistedStore({
  name: 'desktop-sync',
  version: 1,
  storage: getPersonalStorage,
  read: readSync,
  partialize: ({ isOn, isAwaited, version, agreed }) => ({ isOn, isAwaited, version, agreed }),
})

onUserChange(() => {
  void syncStore.persist.rehydrate()
  if (authStore.getState().user !== null) syncStore.setState({ isAwaited: true })
})

/** True if the account may have a desktop that this page has to ask for: it follows one, or the user just signed in. */
export const mayNeedDesktop = (): boolean => {
  const { isOn, isAwaited } = syncStore.getState()
  return isOn || isAwaited
}

export const useIsSyncOn = (): boolean => useStore(syncStore, ({ isOn }) => isOn)
export const useSyncProblem = (): SyncProblem | null =>
  useStore(syncStore, ({ problem }) => problem)
