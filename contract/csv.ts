export type CsvCell = string | number | null

/** Includes fullwidth signs, which spreadsheets treat like the plain ones. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/
/** A number with its sign, and perhaps a percent sign or a unit, as in `-1.5 SOL`. */
const AMOUNT = /^[+-]?\d[\d,]*(?:\.\d+)?(?: ?%| [A-Za-z]{1,10})?$/

/** Returns rows as CSV by RFC 4180. Texts that a spreadsheet would run as a formula start with an apostrophe. */
export const formatCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')

function formatCell(value: CsvCell): string {
  if (value === null) return ''
  const text = String(value)
  const safe = typeof value === 'string' && isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isFormula = (text: string): boolean => FORMULA_START.test(text) && !AMOUNT.test(text)
