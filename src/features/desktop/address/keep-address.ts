import type { Location } from 'react-router-dom'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { openLinked } from './open-linked.ts'
import { addressOf, historyStep, pathsIn, searchOf, visit } from './window-address.ts'
import type { WindowAddress } from './window-address.ts'

/** Raising one window after another is one correction of the entry, not many. */
const CORRECTION_DELAY_MS = 250

const STATE_KEY = 'minimisedWindows'

const now = () => addressOf(windows.store.getState())

const minimisedIn = (state: unknown): string[] | null => {
  const kept: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, STATE_KEY) : undefined
  return Array.isArray(kept) ? kept.filter((path) => typeof path === 'string') : null
}

/** Changes the search and the state of the present address through the router. */
export type WriteAddress = (
  search: string,
  options: { replace: boolean; state: Readonly<Record<string, unknown>> },
) => void

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((path) => other.includes(path))

const closePath = (path: string) => {
  const found = windows.findByPath(path)
  if (found !== undefined) windows.close(found.id)
}

const minimisePath = (path: string) => {
  const found = windows.findByPath(path)
  if (found !== undefined) windows.minimize(found.id)
}

/** Makes the address bar name the shown windows for as long as it is not stopped. */
export const keepAddress = (write: WriteAddress) => {
  const leaving = new AbortController()
  let written: WindowAddress | null = null
  let isQueued = false
  let correction: ReturnType<typeof setTimeout> | undefined

  const writeNow = (step: 'replace' | 'push') => {
    clearTimeout(correction)
    written = now()
    const state = { [STATE_KEY]: written.minimised }
    try {
      write(searchOf(written.shown), { replace: step === 'replace', state })
    } catch (error) {
      // Browsers refuse too many changes in a short time. The next change writes everything again.
      console.warn('The address bar was not updated', error)
    }
  }
  const settle = () => {
    isQueued = false
    if (leaving.signal.aborted || written === null) return
    const step = historyStep(written, now())
    clearTimeout(correction)
    if (step === 'push') writeNow('push')
    // What a window shows must survive a reload at once; an order may wait.
    else if (step === 'replace' && !isSameSet(written.shown, now().shown)) writeNow('replace')
    else if (step === 'replace') {
      correction = setTimeout(() => writeNow('replace'), CORRECTION_DELAY_MS)
    }
  }
  // Several changes of one moment, such as closing all, are one step.
  const forget = windows.store.subscribe((state, before) => {
    if (state.windows === before.windows && state.stacking === before.stacking) return
    if (isQueued) return
    isQueued = true
    queueMicrotask(settle)
  })

  const goTo = (wanted: WindowAddress) => {
    const { close, minimise, open } = visit(now(), wanted)
    for (const path of close) closePath(path)
    for (const path of minimise) minimisePath(path)
    for (const path of open) openLinked(path, leaving.signal)
  }

  return {
    /**
     * Takes over what the address says: an entry of the history is restored exactly, a link adds its windows to those
     * that are there.
     */
    follow: ({ search, state }: Location, { isBackOrForward }: { isBackOrForward: boolean }) => {
      const shown = pathsIn(search)
      const minimised = minimisedIn(state)
      // Only this module writes that state: the windows are already as the address says.
      if (!isBackOrForward && minimised !== null) return
      if (isBackOrForward && written !== null && minimised !== null) goTo({ shown, minimised })
      else if (searchOf(shown) !== searchOf(now().shown)) {
        for (const path of shown) openLinked(path, leaving.signal)
      }
      writeNow('replace')
    },
    stop: () => {
      leaving.abort()
      clearTimeout(correction)
      forget()
    },
  }
}

export type KeptAddress = ReturnType<typeof keepAddress>
