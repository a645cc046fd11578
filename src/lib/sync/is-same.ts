import { isRecord } from '#src/lib/storage/saved-record.ts'

const sortFields = (_key: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Compares plain data. The order of fields does not count: the database changes it. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, sortFields) === JSON.stringify(other, sortFields)
