import type { Llm } from '#server/clients/llm/llm.ts'

import type { ProseModel } from './prose.ts'

/** Nobody reads a longer summary, and a model that does not stop must. */
const MAX_CHARS = 12_000

/** A configured model as a writer: no tools, one answer. */
export const proseModel = (llm: Llm): ProseModel => ({
  name: llm.name,
  async write({ instructions, prompt, signal }) {
    let text = ''
    const events = llm.converse({
      instructions,
      messages: [{ role: 'user', content: prompt }],
      tools: [],
      maxSteps: 1,
      signal,
    })
    for await (const event of events) {
      if (event.type === 'text') text += event.delta
      if (text.length > MAX_CHARS) break
    }
    return text.slice(0, MAX_CHARS)
  },
})
