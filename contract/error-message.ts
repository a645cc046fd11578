/** Returns the message of a thrown value, or the value as text. */
export const getErrorMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** Returns the code of a system or database error, such as `ENOENT` or an SQLSTATE; '' for any other value. */
export const getErrorCode = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** Returns the thrown value itself if it is an error; else an error with the value as its message. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))
