/** The most characters of a question to Research. */
export const MAX_QUESTION_CHARS = 2_000
