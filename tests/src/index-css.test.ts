import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync('src/index.css', 'utf8')

/** The hex tokens of one theme, as the stylesheet gives them. */
const tokensOf = (theme: 'light' | 'dark') => {
  const block = new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return Object.fromEntries(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), ([, name, hex]) => [name, hex]),
  ) as Record<string, string>
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const SURFACES = ['canvas', 'surface', 'surface-raised', 'surface-sunken']

it('draws every character as itself: Inter would turn 5x5 into another text', () => {
  expect(css).toMatch(/html \{[^}]*font-variant-ligatures: none;/)
})

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const ratio = (ink: string, ground: string) => contrast(tokens[ink] ?? '', tokens[ground] ?? '')

  it.each(
    ['ink', 'ink-muted', 'ink-faint', 'accent-ink', 'positive', 'warning', 'danger'].flatMap(
      (ink) => SURFACES.map((ground) => [ink, ground] as const),
    ),
  )('reads %s on %s at 4.5 to 1 or better', (ink, ground) => {
    expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['accent-on', 'accent'],
    ['accent-on', 'accent-hover'],
    ['danger-on', 'danger-fill'],
    ['accent-ink', 'accent-soft'],
    ['positive', 'positive-soft'],
    ['warning', 'warning-soft'],
    ['danger', 'danger-soft'],
  ])('reads %s on %s at 4.5 to 1 or better', (ink, ground) => {
    expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('shows a switch that is off at 3 to 1 or better', () => {
    expect(ratio('switch-off', 'surface-raised')).toBeGreaterThanOrEqual(3)
  })
})
