import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeOverviewPlaces } from '#src/features/desktop/overview/overview-places.ts'

const WINDOW = { width: 1152, height: 765 }

const windows = fc.array(
  fc.record({
    width: fc.integer({ min: 300, max: 3000 }),
    height: fc.integer({ min: 200, max: 2000 }),
  }),
  { minLength: 1, maxLength: 50 },
)
const screens = fc.constantFrom(
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
)

it('keeps every window on the screen, in its own shape, apart from the others', () => {
  fc.assert(
    fc.property(windows, screens, (sizes, screen) => {
      const places = computeOverviewPlaces(sizes, screen)
      for (const [index, place] of places.entries()) {
        expect(place.x).toBeGreaterThanOrEqual(0)
        expect(place.y).toBeGreaterThanOrEqual(0)
        expect(place.x + place.width).toBeLessThanOrEqual(screen.width + 0.01)
        expect(place.y + place.height).toBeLessThanOrEqual(screen.height)
        const size = sizes[index] ?? WINDOW
        expect(place.width / place.height).toBeCloseTo(size.width / size.height, 5)
        for (const other of places.slice(index + 1)) {
          const isApart =
            other.x >= place.x + place.width - 0.01 ||
            place.x >= other.x + other.width - 0.01 ||
            other.y >= place.y + place.height - 0.01
          expect(isApart).toBe(true)
        }
      }
    }),
    { numRuns: 60 },
  )
})

it('shows a window smaller than it is, and few windows larger than many', () => {
  const widthOf = (count: number) =>
    computeOverviewPlaces(
      Array.from({ length: count }, () => WINDOW),
      { width: 1440, height: 900 },
    )[0]?.width ?? 0
  expect(widthOf(1)).toBeLessThan(WINDOW.width)
  expect(widthOf(2)).toBeGreaterThan(widthOf(9))
  expect(widthOf(9)).toBeGreaterThan(widthOf(50))
})

it('shows all windows at the same scale and fills the screen', () => {
  const home = { width: 864, height: 450 }
  const sizes = [WINDOW, home, home, WINDOW]
  const places = computeOverviewPlaces(sizes, { width: 1440, height: 900 })
  expect(new Set(places.map(({ scale }) => scale)).size).toBe(1)
  expect(places[0]?.width).toBeGreaterThan(places[1]?.width ?? 0)
  const bottom = Math.max(...places.map(({ y, height }) => y + height))
  const top = Math.min(...places.map(({ y }) => y))
  expect(bottom - top).toBeGreaterThan(600)
})
