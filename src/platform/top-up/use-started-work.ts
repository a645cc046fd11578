import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { takeStartedWork, topUp } from './top-up-store.ts'

/** Calls `start` once when the user has started the work of this path elsewhere. */
export const useStartedWork = (path: string, start: () => void): void => {
  const isStarted = useStore(topUp, ({ startedPath }) => startedPath === path)
  const onStarted = useEffectEvent(start)
  useEffect(() => {
    if (isStarted && takeStartedWork(path)) onStarted()
  }, [isStarted, path])
}
