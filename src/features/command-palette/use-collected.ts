import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PaletteItem, PaletteSource } from '#src/platform/palette/palette-source.ts'
import type { Collected } from './results.ts'

type Fetched =
  | { status: 'loading' }
  | { status: 'ready'; items: readonly PaletteItem[] }
  | { status: 'failed' }

type Waiting = { loading: readonly string[]; failed: readonly string[] }

const NOTHING: readonly PaletteItem[] = []

/**
 * Returns the items of the sources: read once, loaded once (again by `retry`), and suggested as the text changes. `loading`
 * and `failed` are titles of sources.
 */
export const useCollected = (
  sources: readonly PaletteSource[],
  text: string,
): { collected: readonly Collected[]; retry: () => void } & Waiting => {
  const [attempt, setAttempt] = useState(0)
  const [fetched, setFetched] = useState<Readonly<Record<string, Fetched>>>({})
  const known = useMemo(
    () => sources.map((source) => ({ source, items: source.read?.() ?? NOTHING })),
    [sources],
  )

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const put = (id: string, what: Fetched) => {
      if (!signal.aborted) setFetched((before) => ({ ...before, [id]: what }))
    }
    for (const { id, load } of sources) {
      if (load === undefined) continue
      put(id, { status: 'loading' })
      load(signal).then(
        (items) => put(id, { status: 'ready', items }),
        () => put(id, { status: 'failed' }),
      )
    }
    return () => leaving.abort()
  }, [sources, attempt])

  const collected = useMemo(
    () =>
      known.map(({ source: { id, title, suggest }, items }): Collected => {
        const later = fetched[id]
        return {
          id,
          title,
          items: later?.status === 'ready' ? [...items, ...later.items] : items,
          suggested: suggest?.(text) ?? NOTHING,
        }
      }),
    [known, fetched, text],
  )
  const listTitles = (status: Fetched['status']) =>
    sources.filter(({ id }) => fetched[id]?.status === status).map(({ title }) => title)

  return {
    collected,
    loading: listTitles('loading'),
    failed: listTitles('failed'),
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}
