/** Returns JSON with the members of every object sorted by name, so that equal values have equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : typeof member === 'bigint'
        ? String(member)
        : member,
  ) ?? 'undefined'
