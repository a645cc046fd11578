/** Replaces what PostgreSQL cannot store: NUL and lone surrogates. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** Cleans every text of JSON data for the database, including names of members. */
export const toStorable = <Data>(data: Data): Data => clean(data) as Data

function clean(data: unknown): unknown {
  if (typeof data === 'string') return toStorableText(data)
  if (Array.isArray(data)) return data.map(clean)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, member]) => [toStorableText(name), clean(member)]),
  )
}
