import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contrast, tokensOf } from '#tests/support/contrast.ts'

const base = readFileSync('src/index.css', 'utf8')

it.each(['light', 'dark'] as const)(
  'lets icon labels be read on each hill of the Dunes wallpaper, %s',
  (theme) => {
    const ink = tokensOf(base, `[data-theme='${theme}']`)['ink'] ?? ''
    const picture = readFileSync(`src/platform/theme/wallpapers/dunes-${theme}.svg`, 'utf8')
    const grounds = picture.match(/<linearGradient id="[rs]\d?".*?<\/linearGradient>/g) ?? []
    const colors = grounds.flatMap((gradient) => gradient.match(/#[0-9a-f]{6}/g) ?? [])
    expect(colors.length).toBeGreaterThan(8)
    expect(colors.filter((color) => contrast(ink, color) < 4.5)).toEqual([])
  },
)
