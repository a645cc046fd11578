import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fromCssName, toCssName } from '#src/features/calendar/model/colors.ts'
import { EVENT_COLORS } from '#contract/calendar/events.ts'
import { contrast, tokensOf } from '#tests/support/contrast.ts'

const css = readFileSync('src/features/calendar/calendar.css', 'utf8')
const sheets = {
  light: css.replaceAll(/light-dark\((\S+), \S+\)/g, '$1'),
  dark: css.replaceAll(/light-dark\(\S+, (\S+)\)/g, '$1'),
}

it.each(EVENT_COLORS.flatMap((color) => [['light', color] as const, ['dark', color] as const]))(
  'in the %s theme %s reads at 4.5 to 1 or better',
  (theme, color) => {
    const tokens = tokensOf(sheets[theme], `[data-color='${color}']`)
    expect(contrast(tokens['event-ink']!, tokens['event-soft']!)).toBeGreaterThanOrEqual(4.5)
  },
)

it.each(EVENT_COLORS)('%s is known again by the name it is exported with', (color) => {
  expect(fromCssName(toCssName(color))).toBe(color)
})

it.each([
  ['Red', 'coral'],
  [' navy ', 'azure'],
  ['constructor', null],
  ['', null],
])('the name %s is %s', (name, color) => expect(fromCssName(name)).toBe(color))
