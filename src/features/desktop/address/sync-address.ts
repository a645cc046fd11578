import type { Location } from 'react-router-dom'
import { readField } from '#src/lib/read-field.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { openAllLinked } from './open-linked.ts'
import {
  readAddress,
  getHistoryStep,
  parsePaths,
  formatSearch,
  planVisit,
} from './window-address.ts'
import type { WindowAddress } from './window-address.ts'

/** Minimum time between replacements of an entry. Several raises within it count as one. */
const CORRECTION_PAUSE_MS = 250

const STATE_KEY = 'minimisedWindows'

const now = () => readAddress(windows.store.getState())

const readMinimized = (state: unknown): string[] | null => {
  const saved = readField(state, STATE_KEY)
  return Array.isArray(saved) ? saved.filter((path) => typeof path === 'string') : null
}

/** Changes the search and the state of the current address through the router. */
export type WriteAddress = (
  search: string,
  options: { replace: boolean; state: Readonly<Record<string, unknown>> },
) => void

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((path) => other.includes(path))

/**
 * Opening an app by its bare path does not change what its window shows. A mark on the path makes Back show the bare
 * path.
 */
const showBare = (path: string): string => {
  const found = windows.findByPath(path)
  return path.includes('?') || found === undefined || found.path === path ? path : `${path}?`
}

const changeWindow = (path: string, change: (id: string) => void) => {
  const found = windows.findByPath(path)
  if (found !== undefined) change(found.id)
}

/** Syncs the address bar with the shown windows until it is stopped. */
export const syncAddress = (write: WriteAddress) => {
  const leaving = new AbortController()
  let written: WindowAddress | null = null
  let isQueued = false
  let correction: ReturnType<typeof setTimeout> | undefined
  let correctedAt = Number.NEGATIVE_INFINITY

  const writeNow = (step: 'replace' | 'push') => {
    clearTimeout(correction)
    written = now()
    const state = { [STATE_KEY]: written.minimized }
    try {
      write(formatSearch(written.shown), { replace: step === 'replace', state })
    } catch (error) {
      // Browsers refuse too many changes in a short time. The next change writes everything.
      console.warn('The address bar was not updated', error)
    }
  }
  const correct = () => {
    correctedAt = performance.now()
    writeNow('replace')
  }
  const settle = () => {
    isQueued = false
    if (leaving.signal.aborted || written === null) return
    const isStep = windows.takeStep()
    const change = getHistoryStep(written, now())
    const step = change === 'replace' && isStep ? 'push' : change
    clearTimeout(correction)
    if (step === 'push') writeNow('push')
    // Content is written at once for a reload, and the order after a single raise too.
    else if (step === 'replace') {
      const hasNewContent = !isSameSet(written.shown, now().shown)
      const pause = correctedAt + CORRECTION_PAUSE_MS - performance.now()
      if (hasNewContent || pause <= 0) correct()
      else correction = setTimeout(correct, pause)
    }
  }
  // Several changes at once, such as closing all, are one step.
  const unsubscribe = windows.store.subscribe((state, before) => {
    if (state.windows === before.windows && state.stacking === before.stacking) return
    if (isQueued) return
    isQueued = true
    queueMicrotask(settle)
  })

  const goTo = (wanted: WindowAddress) => {
    const { close, minimize, open } = planVisit(now(), wanted)
    for (const path of close) changeWindow(path, windows.close)
    for (const path of minimize) changeWindow(path, windows.minimize)
    openAllLinked(open.map(showBare), leaving.signal)
  }

  return {
    /**
     * Applies an address: an entry of the history is restored exactly, a link adds its windows to the open ones.
     */
    follow: ({ search, state }: Location, { isBackOrForward }: { isBackOrForward: boolean }) => {
      const shown = parsePaths(search)
      const minimized = readMinimized(state)
      // Only this module writes that state, so the windows already match the address.
      if (!isBackOrForward && minimized !== null) return
      // After a reload with windows of another browser, the address is older than they are.
      const isOlder = windows.takeAdopted() && written === null && minimized !== null
      if (isBackOrForward && written !== null && minimized !== null) goTo({ shown, minimized })
      else if (!isOlder && formatSearch(shown) !== formatSearch(now().shown)) {
        openAllLinked(shown, leaving.signal)
      }
      writeNow('replace')
    },
    stop: () => {
      leaving.abort()
      clearTimeout(correction)
      unsubscribe()
    },
  }
}

export type AddressSync = ReturnType<typeof syncAddress>
