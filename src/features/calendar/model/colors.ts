import type { EventColor } from '#contract/calendar/events.ts'

/** CSS names, which RFC 7986 requires in COLOR. */
const CSS_NAMES: Readonly<Record<EventColor, string>> = {
  iris: 'mediumslateblue',
  azure: 'dodgerblue',
  teal: 'lightseagreen',
  moss: 'olivedrab',
  amber: 'goldenrod',
  coral: 'coral',
  rose: 'palevioletred',
  graphite: 'slategray',
}

/** Color names of other calendars, with the nearest event color. */
const NEAREST: ReadonlyMap<string, EventColor> = new Map(
  Object.entries({
    blue: 'azure',
    navy: 'azure',
    skyblue: 'azure',
    cornflowerblue: 'azure',
    royalblue: 'azure',
    purple: 'iris',
    blueviolet: 'iris',
    slateblue: 'iris',
    indigo: 'iris',
    turquoise: 'teal',
    cyan: 'teal',
    green: 'moss',
    limegreen: 'moss',
    seagreen: 'moss',
    forestgreen: 'moss',
    yellow: 'amber',
    gold: 'amber',
    orange: 'amber',
    red: 'coral',
    tomato: 'coral',
    crimson: 'coral',
    firebrick: 'coral',
    pink: 'rose',
    hotpink: 'rose',
    magenta: 'rose',
    gray: 'graphite',
    grey: 'graphite',
    dimgray: 'graphite',
    black: 'graphite',
  } as const),
)

export const toCssName = (color: EventColor): string => CSS_NAMES[color]

/** Returns the nearest event color; null for an unknown name. */
export const fromCssName = (cssName: string): EventColor | null => {
  const name = cssName.trim().toLowerCase()
  const own = Object.entries(CSS_NAMES).find(([, css]) => css === name)
  return own === undefined ? (NEAREST.get(name) ?? null) : (own[0] as EventColor)
}
