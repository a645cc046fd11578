/** Escapes inline markup, so that Markdown shows the text as it is. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[\\|`*_[\]<>]/g, (character) => `\\${character}`)

const escapeCell = (text: string): string => escapeMarkup(text.replaceAll(/\s+/g, ' ')).trim()

/** Returns a Markdown table. Cells are escaped. */
export const formatTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(escapeCell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/** Returns inline code, for addresses and names. */
export const formatCode = (text: string): string => `\`${text.replaceAll('`', "'")}\``

/** Returns a moment as `2026-11-20 12:00 UTC`, which the browser converts to local time. */
export const formatMinute = (date: Date): string =>
  `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Drops the characters that Markdown could read as markup, from text of strangers. */
export const removeMarkup = (text: string): string => text.replaceAll(/[\\`*_[\]<>|!]/g, '')
