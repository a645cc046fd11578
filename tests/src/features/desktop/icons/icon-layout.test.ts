import { describe, expect, it } from 'vitest'
import { iconLayout } from '#src/features/desktop/icons/icon-layout.ts'

const BUILT_IN = [2, 4, 1, 4].map((count) => ({ count, isAdaptive: false }))
const added = (...counts: number[]) => counts.map((count) => ({ count, isAdaptive: true }))

describe('icons', () => {
  it.each([
    [1440, 900],
    [1024, 768],
    [1280, 720],
  ])('fit %i × %i with 20 apps', (width, height) => {
    const { heightPx } = iconLayout([...BUILT_IN, ...added(5, 4)], { width, height })
    expect(heightPx).toBeGreaterThan(0)
    expect(heightPx).toBeLessThan(height - 100)
  })

  it('take eight in a row at most, and fewer where a second column has less room', () => {
    const big = iconLayout([...BUILT_IN, ...added(12, 9)], { width: 1440, height: 900 })
    expect(big.columns).toEqual([2, 4, 1, 4, 8, 8])
    const small = iconLayout([...BUILT_IN, ...added(12)], { width: 1024, height: 768 })
    expect(small.columns.at(-1)).toBeLessThan(8)
    expect(small.heightPx).not.toBeNull()
  })

  it('scroll over the whole width when there are too many', () => {
    const { heightPx, columns } = iconLayout([...BUILT_IN, ...added(60)], {
      width: 1440,
      height: 900,
    })
    expect(heightPx).toBeNull()
    expect(columns.at(-1)).toBe(12)
  })

  it('stay below each other on a narrow screen', () => {
    expect(iconLayout(BUILT_IN, { width: 800, height: 900 }).heightPx).toBeNull()
  })
})
