import type { Engine } from './engine.ts'

/** As shown on every answer that no model gave. */
export const ASSISTANT_NAME = 'commands and tools'

/** Answers without a model: commands, forms, and phrases that ask for a tool. */
export function createAssistant(): Engine & { understands(text: string): boolean } {
  return {
    name: ASSISTANT_NAME,
    understands: (text) => text.trimStart().startsWith('/'),
    answer: async (_request, { emit }) => {
      emit({ type: 'text', delta: 'No AI model is configured.' })
      return { reason: 'complete', isUseful: false }
    },
  }
}
