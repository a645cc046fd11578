/** Returns a field of a value of unknown shape; undefined if there is none. */
export const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
