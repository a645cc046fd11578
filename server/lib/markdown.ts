/** A cell that cannot break its table, nor become anything but text. */
const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\|`*_[\]<>]/g, (character) => `\\${character}`)
    .trim()

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/** Code: an address, a name of a tool. */
export const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``

/** Returns a moment as `2026-11-20 12:00 UTC`, which the browser shows by its user's clock. */
export const minuteOf = (date: Date): string =>
  `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
