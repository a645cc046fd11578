import { useLayoutEffect } from 'react'
import { coversOf } from '#src/platform/windows/model/covers.ts'
import { windowElement } from './window-elements.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** What moved in front stands still by then. */
const SETTLED_MS = 400

const covered = new Map<string, string>()
let timer: ReturnType<typeof setTimeout> | undefined

const mark = (id: string, cover: string | undefined) => {
  if (cover === undefined) covered.delete(id)
  else covered.set(id, cover)
  windowElement(id)?.toggleAttribute('data-covered', cover !== undefined)
}

const coverAll = () => {
  // What is being moved may uncover them at any moment.
  if (document.documentElement.dataset['gesture'] !== undefined) return coverSoon()
  for (const [id, cover] of coversOf(windows.store.getState())) mark(id, cover)
}

const coverSoon = () => {
  clearTimeout(timer)
  timer = setTimeout(coverAll, SETTLED_MS)
}

/** Draws the windows again of which something can be seen now; what is no longer seen waits until all stands still. */
const follow = () => {
  const now = coversOf(windows.store.getState())
  for (const id of covered.keys()) mark(id, now.get(id))
  coverSoon()
}

/** Draws what lies behind this window, which is about to move, or with `null` behind any. */
export const uncover = (coverId: string | null): void => {
  for (const [id, cover] of covered) {
    if (coverId === null || cover === coverId) mark(id, undefined)
  }
  coverSoon()
}

/**
 * Keeps windows that cannot be seen from being painted: the browser would draw all fifty of a pile for every change of the
 * one on top. They stay where they are for keyboards and screen readers. `ids`: the windows that are drawn by now.
 */
export const useCovers = (ids: readonly string[]): void => {
  // Windows that were left open come covered; nothing moves yet.
  useLayoutEffect(() => {
    for (const [id, cover] of covered) mark(id, cover)
  }, [ids])
  useLayoutEffect(() => {
    coverAll()
    const stop = windows.store.subscribe((now, before) => {
      const isSame =
        now.windows === before.windows &&
        now.stacking === before.stacking &&
        now.screen === before.screen &&
        now.split === before.split
      if (!isSame) follow()
    })
    return () => {
      stop()
      clearTimeout(timer)
      covered.clear()
    }
  }, [])
}
