/** Replaces what PostgreSQL cannot store: NUL and lone surrogates. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** Cleans every text of JSON data for the database, including names of members. */
export const storable = <Data>(data: Data): Data => clean(data) as Data

function clean(data: unknown): unknown {
  if (typeof data === 'string') return storableText(data)
  if (Array.isArray(data)) return data.map(clean)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, member]) => [storableText(name), clean(member)]),
  )
}
