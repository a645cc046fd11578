/** How numbers are written: `1,234.56`, `1.234,56`, `1 234.56`, or as the browser does. */
export const NUMBER_FORMATS = ['comma', 'dot', 'space', 'system'] as const
export type NumberFormat = (typeof NUMBER_FORMATS)[number]

type Separators = { group: string; decimal: string }

/** A narrow no-break space. */
const NARROW_SPACE = '\u202F'

const US: Separators = { group: ',', decimal: '.' }

/** Returns the separators of the browser's language. */
const readSystemSeparators = (): Separators => {
  const parts = new Intl.NumberFormat(undefined, { numberingSystem: 'latn' }).formatToParts(
    1_234_567.8,
  )
  const findSign = (type: Intl.NumberFormatPartTypes, fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback
  return { group: findSign('group', ''), decimal: findSign('decimal', '.') }
}

const SEPARATORS: Readonly<Record<NumberFormat, () => Separators>> = {
  comma: () => US,
  dot: () => ({ group: '.', decimal: ',' }),
  space: () => ({ group: NARROW_SPACE, decimal: '.' }),
  system: readSystemSeparators,
}

let chosen = US

/** Sets how every number on the page is written from now on. The server always writes US English. */
export const setNumberFormat = (format: NumberFormat): void => {
  chosen = SEPARATORS[format]()
}

/** Replaces the separators of US English text by the chosen ones, for exact decimals that are text already. */
export const withSeparators = (text: string): string =>
  chosen.group === US.group && chosen.decimal === US.decimal
    ? text
    : text.replaceAll(/[.,](?=\d)/g, (sign) => (sign === '.' ? chosen.decimal : chosen.group))

/** Creating a format takes longer than using it. */
const PLAIN = new Intl.NumberFormat('en-US')

/** Returns a number with the chosen separators, by default with at most three decimals. */
export const formatNumber = (value: number | bigint, options?: Intl.NumberFormatOptions): string =>
  withSeparators(
    (options === undefined ? PLAIN : new Intl.NumberFormat('en-US', options)).format(value),
  )

/** Returns a number with exactly this many decimals and the chosen separators. */
export const formatFixed = (value: number, decimals: number): string =>
  formatNumber(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
