import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { getExamples, type PhrasedTool } from '#server/intents/tool-phrases.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'

const { id, title } = PRODUCT_APPS.caAnalysis

type Definition = Omit<AssistantTool, 'name' | 'app' | 'writes'> & {
  name: PhrasedTool
  writes?: boolean
}

/** Creates a free chat tool of CA Analysis, read-only by default, with the phrases of its name. */
export const createFreeTool = (tool: Definition): AssistantTool => ({
  app: { id, name: title },
  writes: false,
  isTrusted: true,
  examples: getExamples(tool.name),
  ...tool,
})
