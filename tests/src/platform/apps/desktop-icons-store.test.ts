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

  it('keep names, order and removals over a reload', () => {
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

  it('come back when brought back, and all at once on a reset', () => {
    const icons = createDesktopIcons(() => storage)
    icons.remove('/a')
    icons.remove('/b')
    icons.bringBack('/a')
    expect(labels(icons)).toEqual(['A', 'C'])
    icons.rename('/c', 'Sea')
    icons.reset()
    expect(labels(icons)).toEqual(['A', 'B', 'C'])
  })

  it('ignore what cannot be read', () => {
    storage.set('icons', '{"version":1,"names":[]}')
    expect(labels(createDesktopIcons(() => storage))).toEqual(['A', 'B', 'C'])
  })
})
