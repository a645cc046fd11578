import { expect, it } from 'vitest'
import { createDockPins } from '#src/platform/apps/dock-pins-store.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'

const FIRST = ['/wallet-finder', '/agent-builder', '/settings']

const pinsIn = (saved?: string) => {
  const { storage } = memoryStorage(saved === undefined ? [] : [['dock', saved]])
  return { pins: createDockPins(() => storage), storage }
}

it('has the three apps of a first start', () => {
  expect(pinsIn().pins.store.getState().pins).toEqual(FIRST)
})

it('pins, unpins and keeps them for the next visit', () => {
  const { pins, storage } = pinsIn()
  pins.pin('/calendar?day=1')
  pins.pin('/calendar')
  pins.unpin('/settings')
  const wanted = ['/wallet-finder', '/agent-builder', '/calendar']
  expect(pins.store.getState().pins).toEqual(wanted)
  expect(createDockPins(() => storage).store.getState().pins).toEqual(wanted)
})

it('moves a pin past its neighbor that is shown, over one that is not', () => {
  const { pins } = pinsIn()
  pins.pin('/app/gone')
  pins.pin('/calendar')
  pins.move('/calendar', -1, [...FIRST, '/calendar'])
  expect(pins.store.getState().pins).toEqual([
    '/wallet-finder',
    '/agent-builder',
    '/calendar',
    '/app/gone',
    '/settings',
  ])
  pins.move('/wallet-finder', -1, FIRST)
  expect(pins.store.getState().pins[0]).toBe('/wallet-finder')
})

it('reads broken entries as far as it can', () => {
  const of = (pins: unknown) =>
    pinsIn(JSON.stringify({ state: { pins }, version: 1 })).pins.store.getState().pins
  expect(of(['/calendar', 7, 'no-path', '/calendar'])).toEqual(['/calendar'])
  expect(of('x')).toEqual(FIRST)
})
