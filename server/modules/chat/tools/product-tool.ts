import type { ClientAction } from '#contract/chat/parts.ts'
import type { ProductApp } from '#contract/product-apps.ts'
import { getExamples, type PhrasedTool } from '#server/intents/tool-phrases.ts'
import type { AssistantTool } from './tool.ts'

type Definition = Omit<AssistantTool, 'name' | 'writes' | 'isTrusted' | 'examples'> & {
  name: PhrasedTool
  writes?: boolean
}

/** Creates a tool of the product: trusted, read-only by default, and with the phrases for its name. */
export const createProductTool = (tool: Definition): AssistantTool => ({
  writes: false,
  isTrusted: true,
  examples: getExamples(tool.name),
  ...tool,
})

export const NO_ARGUMENTS = { type: 'object', properties: {} }

export const toToolSource = ({ id, title }: ProductApp) => ({ id, name: title })

export const toOpenAppAction = ({
  path,
  title,
}: Pick<ProductApp, 'path' | 'title'>): ClientAction => ({
  kind: 'open_app',
  path,
  title,
})
