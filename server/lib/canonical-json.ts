import { isRecord } from './is-record.ts'

/** Returns JSON with the members of every object sorted by name, so that equal values have equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : typeof member === 'bigint'
        ? String(member)
        : member,
  ) ?? 'undefined'
