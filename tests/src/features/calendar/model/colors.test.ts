import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { colourOf, cssNameOf } from '#src/features/calendar/model/colors.ts'
import { EVENT_COLOURS } from '#src/features/calendar/model/event.ts'
import { contrast, tokensOf } from '#tests/support/contrast.ts'

const css = readFileSync('src/features/calendar/calendar.css', 'utf8')
const sheets = {
  light: css.replaceAll(/light-dark\((\S+), \S+\)/g, '$1'),
  dark: css.replaceAll(/light-dark\(\S+, (\S+)\)/g, '$1'),
}

it.each(EVENT_COLOURS.flatMap((colour) => [['light', colour] as const, ['dark', colour] as const]))(
  'in the %s theme %s reads at 4.5 to 1 or better',
  (theme, colour) => {
    const tokens = tokensOf(sheets[theme], `[data-colour='${colour}']`)
    expect(contrast(tokens['event-ink']!, tokens['event-soft']!)).toBeGreaterThanOrEqual(4.5)
  },
)

it.each(EVENT_COLOURS)('%s is known again by the name it is exported with', (colour) => {
  expect(colourOf(cssNameOf(colour))).toBe(colour)
})

it.each([
  ['Red', 'coral'],
  [' navy ', 'azure'],
  ['constructor', null],
  ['', null],
])('the name %s is %s', (name, colour) => expect(colourOf(name)).toBe(colour))
