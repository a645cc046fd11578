import { describe, expect, it } from 'vitest'
import { computeIconLayout } from '#src/features/desktop/icons/icon-layout.ts'

const BUILT_IN = [2, 4, 1, 4].map((count) => ({ count, isAdaptive: false }))
const added = (...counts: number[]) => counts.map((count) => ({ count, isAdaptive: true }))

describe('icons', () => {
  it.each([
    [1440, 900],
    [1024, 768],
    [1280, 720],
  ])('fit %i × %i with 20 apps', (width, height) => {
    const { heightPx } = computeIconLayout([...BUILT_IN, ...added(5, 4)], { width, height })
    expect(heightPx).toBeGreaterThan(0)
    expect(heightPx).toBeLessThan(height - 100)
  })

  it('take eight in a row at most, and fewer where a second column has less room', () => {
    const small = computeIconLayout([...BUILT_IN, ...added(12)], { width: 1024, height: 768 })
    expect(small.sizes[1]?.width).toBe(4 * 96 - 8)
    expect(small.heightPx).not.toBeNull()
    expect(small.sizes[1]?.width).toBeLessThan(1024 - 80 - (small.sizes.at(-1)?.width ?? 0))
  })

  it('fill the width that is left where a group grows', () => {
    const { sizes } = computeIconLayout([...BUILT_IN, ...added(1)], { width: 2560, height: 900 })
    expect(sizes.at(-1)?.width).toBe(2560 - 80 - (4 * 108 - 8) - 40)
  })

  it('leave the width that something else takes', () => {
    const { sizes } = computeIconLayout(
      [...BUILT_IN, ...added(1)],
      { width: 2560, height: 900 },
      280,
    )
    expect(sizes.at(-1)?.width).toBe(2560 - 280 - 80 - (4 * 108 - 8) - 40)
  })

  it('scroll over the full width when there are too many', () => {
    const many = [...BUILT_IN, ...added(60)]
    expect(computeIconLayout(many, { width: 1440, height: 900 })).toMatchObject({
      heightPx: null,
      sizes: [],
    })
  })

  it('stay below each other on a narrow screen', () => {
    expect(computeIconLayout(BUILT_IN, { width: 800, height: 900 }).heightPx).toBeNull()
  })
})
