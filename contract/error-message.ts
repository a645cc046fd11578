/** Returns the message of a thrown value, or the value as text. */
export const getErrorMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** Returns the thrown value itself if it is an error; else an error with the value as its message. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
