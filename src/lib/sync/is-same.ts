import { isRecord } from '#src/lib/storage/saved-record.ts'

const sortFields = (_key: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Compares plain data. Ignores the order of fields, which the database changes. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, sortFields) === JSON.stringify(other, sortFields)
