import type * as z from 'zod/mini'

import { UnreadableAnswer } from './source.ts'

/** The answer as the schema has it. Throws `UnreadableAnswer` for a web page, half a document, another shape. */
export function readJson<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
): z.infer<Schema> {
  const parsed = schema.safeParse(valueOf(text))
  if (!parsed.success) throw new UnreadableAnswer('sent JSON of another shape')
  return parsed.data
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const isPage = /^\s*<(?:!doctype|html|head|body)/i.test(text)
    throw new UnreadableAnswer(isPage ? 'sent an unexpected response' : 'sent broken JSON', {
      cause,
    })
  }
}
