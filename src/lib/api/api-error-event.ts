/** The event on `window` that reports failed calls. */
export const API_ERROR_EVENT = 'api-error'

/** Its `detail`. A failure without an answer has status 0. */
export type ApiErrorDetail = { status: number; code: string | null; message: string }
