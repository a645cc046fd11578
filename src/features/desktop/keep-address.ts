import { windows } from '#src/platform/windows/windows-store.ts'
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

/**
 * Writes beside the router, which would render the whole screen for it. The router reads `key` and `idx` of an entry when
 * the person comes back to it, so they are kept right.
 */
const write = (step: 'replace' | 'push', { shown, minimised }: WindowAddress) => {
  const { history, location } = window
  const before: unknown = history.state
  const held = typeof before === 'object' && before !== null ? before : {}
  const index: unknown = Reflect.get(held, 'idx')
  const url = `${location.pathname}${searchOf(shown)}`
  try {
    if (step === 'replace') history.replaceState({ ...held, [STATE_KEY]: minimised }, '', url)
    else {
      const idx = typeof index === 'number' ? index + 1 : 1
      const key = Math.random().toString(36).slice(2, 10)
      history.pushState({ usr: null, key, idx, [STATE_KEY]: minimised }, '', url)
    }
  } catch {
    // Browsers refuse when it happens too often; the next change writes it all.
  }
}

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
export const keepAddress = () => {
  const leaving = new AbortController()
  let written: WindowAddress | null = null
  let isQueued = false
  let correction: ReturnType<typeof setTimeout> | undefined

  const writeNow = (step: 'replace' | 'push') => {
    clearTimeout(correction)
    written = now()
    write(step, written)
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
    follow: (search: string, { isBackOrForward }: { isBackOrForward: boolean }) => {
      const shown = pathsIn(search)
      const minimised = minimisedIn(window.history.state)
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
