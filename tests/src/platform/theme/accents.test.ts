import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ACCENTS } from '#contract/appearance.ts'
import { contrast, tokensOf } from '#tests/support/contrast.ts'

const accents = readFileSync('src/platform/theme/accents.css', 'utf8')
const base = readFileSync('src/index.css', 'utf8')

const SURFACES = ['canvas', 'surface', 'surface-raised', 'surface-sunken'] as const
const added = ACCENTS.filter((accent) => accent !== 'iris')
const both = ['light', 'dark'] as const

describe.each(added.flatMap((accent) => both.map((theme) => [accent, theme] as const)))(
  '%s in the %s theme',
  (accent, theme) => {
    const ground = tokensOf(base, `[data-theme='${theme}']`)
    const own = tokensOf(accents, `[data-theme='${theme}'][data-accent='${accent}']`)

    it.each(SURFACES)('is read on %s at 4.5 to 1 or better', (surface) => {
      expect(contrast(own['accent-ink']!, ground[surface]!)).toBeGreaterThanOrEqual(4.5)
    })

    it('carries its text at 4.5 to 1 or better', () => {
      const on = ground['accent-on']!
      expect(contrast(on, own['accent']!)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(on, own['accent-hover']!)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(own['accent-ink']!, own['accent-soft']!)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(ground['ink']!, own['accent-soft']!)).toBeGreaterThanOrEqual(4.5)
    })
  },
)
