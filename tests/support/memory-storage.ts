import { createStorage } from '#src/lib/storage/storage.ts'

/** Returns a storage of its own, and the entries behind it. */
export const memoryStorage = (entries: readonly (readonly [string, string])[] = []) => {
  const kept = new Map(entries)
  const area = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: () => null,
    clear: () => kept.clear(),
    length: 0,
  }
  const storage = createStorage(
    () => area,
    () => new EventTarget(),
  )
  return { kept, storage }
}
