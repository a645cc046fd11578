/** Maximum length of a research question, in characters. */
export const MAX_QUESTION_CHARS = 2_000
