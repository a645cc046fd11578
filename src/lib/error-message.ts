/** Returns the message of a thrown value, or the value as text. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
