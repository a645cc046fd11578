import { expect, it } from 'vitest'
import { createWidgets } from '#src/platform/apps/widgets-store.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'

const widgetsIn = (saved?: string) => {
  const { storage } = memoryStorage(saved === undefined ? [] : [['widgets', saved]])
  return { widgets: createWidgets(() => storage), storage }
}

it('shows none at a first start', () => {
  expect(widgetsIn().widgets.store.getState().shown).toEqual([])
})

it('shows and hides them in a fixed order, and stores the choice', () => {
  const { widgets, storage } = widgetsIn()
  widgets.toggle('reports')
  widgets.toggle('watchlist')
  widgets.toggle('balance')
  widgets.toggle('watchlist')
  expect(widgets.store.getState().shown).toEqual(['balance', 'reports'])
  expect(createWidgets(() => storage).store.getState().shown).toEqual(['balance', 'reports'])
})

it.each([{ shown: ['weather', 'balance', 7] }, { shown: ['balance', 'balance'] }])(
  'reads only what it knows of %j',
  (saved) => {
    const { widgets } = widgetsIn()
    widgets.adopt(saved)
    expect(widgets.store.getState().shown).toEqual(['balance'])
    widgets.adopt({ shown: 'broken' })
    expect(widgets.store.getState().shown).toEqual([])
  },
)
