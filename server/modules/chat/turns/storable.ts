/** Text that the database can hold: no NUL, no half of a surrogate pair. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** JSON data with every text in it made storable, names of members included. */
export const storable = <Data>(data: Data): Data => clean(data) as Data

function clean(data: unknown): unknown {
  if (typeof data === 'string') return storableText(data)
  if (Array.isArray(data)) return data.map(clean)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, member]) => [storableText(name), clean(member)]),
  )
}
