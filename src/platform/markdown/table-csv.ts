/** Returns rows as CSV by RFC 4180. Texts that a spreadsheet would run as a formula start with an apostrophe. */
export const formatTableCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(formatCell).join(',')}\r\n`).join('')

const NUMBER = /^[+-]?\d[\d,]*(?:\.\d+)?$/

function formatCell(value: string): string {
  const text = value.trim()
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
