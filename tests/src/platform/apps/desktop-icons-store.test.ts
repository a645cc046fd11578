import { describe, expect, it } from 'vitest'
import { createStorage } from '#src/lib/storage/storage.ts'
import { arrangeIcons, createDesktopIcons } from '#src/platform/apps/desktop-icons-store.ts'

const storage = createStorage(
  () => window.localStorage,
  () => window,
)
const apps = ['/a', '/b', '/c'].map((path) => ({ path, title: path.slice(1).toUpperCase() }))

const labels = (icons: ReturnType<typeof createDesktopIcons>) =>
  arrangeIcons(apps, icons.store.getState()).map((app) => app.label)

describe('icons of this browser', () => {
  it('are as delivered at first', () => {
    expect(labels(createDesktopIcons(() => storage))).toEqual(['A', 'B', 'C'])
  })

  it('keep names, order and removals after a reload', () => {
    const icons = createDesktopIcons(() => storage)
    icons.rename('/a', '  Finder ')
    icons.reorder(['/c', '/a'])
    icons.remove('/b')
    expect(labels(createDesktopIcons(() => storage))).toEqual(['C', 'Finder'])
  })

  it('take no empty name', () => {
    const icons = createDesktopIcons(() => storage)
    icons.rename('/a', '   ')
    expect(labels(icons)).toEqual(['A', 'B', 'C'])
  })

  it('are restored one by one, and all at once by a reset', () => {
    const icons = createDesktopIcons(() => storage)
    icons.remove('/a')
    icons.remove('/b')
    icons.bringBack('/a')
    expect(labels(icons)).toEqual(['A', 'C'])
    icons.rename('/c', 'Sea')
    icons.reset()
    expect(labels(icons)).toEqual(['A', 'B', 'C'])
  })

  it('ignore unreadable entries', () => {
    storage.set('icons', '{"version":1,"names":[]}')
    expect(labels(createDesktopIcons(() => storage))).toEqual(['A', 'B', 'C'])
  })

  it('migrate entries of the first version', () => {
    storage.set(
      'icons',
      '{"version":1,"names":{"/a":"Finder"},"order":["/c","/a"],"removed":["/b"]}',
    )
    const icons = createDesktopIcons(() => storage)
    expect(labels(icons)).toEqual(['C', 'Finder'])
    const kept = () => JSON.parse(storage.get('icons') ?? '') as unknown
    const state = { names: { '/a': 'Finder' }, order: ['/c', '/a'], removed: ['/b'] }
    expect(kept()).toEqual({ state, version: 2 })
    icons.bringBack('/b')
    expect(kept()).toEqual({ state: { ...state, removed: [] }, version: 2 })
  })

  it('keep readable parts beside unreadable ones', () => {
    storage.set('icons', '{"state":{"names":{"/a":"Finder","/b":7},"order":7},"version":99}')
    expect(labels(createDesktopIcons(() => storage))).toEqual(['Finder', 'B', 'C'])
  })
})
