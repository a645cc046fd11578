import { createUnderstanding } from '#server/modules/chat/assistant/understand.ts'
import type { Understood } from '#server/modules/chat/assistant/understood.ts'
import { listMissingArguments } from '#server/modules/chat/tools/schema-check.ts'
import { productTools } from '#tests/support/product-tools.ts'

export const TOKENS = [
  'So11111111111111111111111111111111111111112',
  'Stake11111111111111111111111111111111111111',
]
export const NOW = Date.UTC(2026, 10, 20, 12)
export const understanding = createUnderstanding(await productTools())

/** Returns the name of the tool, or the id of the answer, that a phrase means. */
export const nameOf = (understood: Understood): string => {
  switch (understood.kind) {
    case 'tool':
      return listMissingArguments(understood.tool.inputSchema, understood.args).length > 0
        ? `ask ${understood.tool.name}`
        : understood.tool.name
    case 'answer':
      return ['explain', 'nothing', 'ask'].includes(understood.id)
        ? understood.id
        : `answer:${understood.id}`
    case 'several':
      return understood.requests.map(nameOf).join(' and ')
    case 'which_day':
      return `day ${understood.choices.map(({ day }) => day).join(' or ')}`
    case 'partly':
      return `partly ${understood.call.tool.name}`
    case 'unsure':
      return 'unsure'
    case 'unknown':
      return 'fallback'
  }
}
