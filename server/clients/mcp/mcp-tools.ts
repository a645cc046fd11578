import { createHash } from 'node:crypto'
import { compareText } from '#server/lib/text/compare-text.ts'
import { canonicalJson } from '#server/lib/canonical-json.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A tool as its server defines it, without `annotations`, which are the server's own claims. */
export type ToolDefinition = {
  name: string
  title: string | null
  description: string
  inputSchema: JsonObject
  outputSchema: JsonObject | null
}

type ListedTool = {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema: unknown
  outputSchema?: unknown
}

export const toDefinition = (tool: ListedTool): ToolDefinition => ({
  name: tool.name,
  title: tool.title ?? null,
  description: tool.description ?? '',
  inputSchema: tool.inputSchema as JsonObject,
  outputSchema: (tool.outputSchema as JsonObject | undefined) ?? null,
})

/** Hashes the whole set, so that changed, renamed, added and removed tools are noticed. */
export const hashTools = (tools: readonly ToolDefinition[]): string => {
  const sorted = tools.toSorted((a, b) => compareText(a.name, b.name))
  return createHash('sha256').update(canonicalJson(sorted)).digest('hex')
}

/** `fields`: names of the changed fields; empty unless `changed`. */
export type ToolChange = {
  name: string
  change: 'added' | 'removed' | 'changed'
  fields: string[]
}

const FIELDS = ['title', 'description', 'inputSchema', 'outputSchema'] as const

/** Returns the changes, those of `after` in its order and then the removed tools. */
export const compareTools = (
  before: readonly ToolDefinition[],
  after: readonly ToolDefinition[],
): ToolChange[] => {
  const old = new Map(before.map((tool) => [tool.name, tool]))
  const changes: ToolChange[] = []
  for (const tool of after) {
    const earlier = old.get(tool.name)
    old.delete(tool.name)
    if (earlier === undefined) changes.push({ name: tool.name, change: 'added', fields: [] })
    else {
      const fields = FIELDS.filter(
        (field) => canonicalJson(earlier[field]) !== canonicalJson(tool[field]),
      )
      if (fields.length > 0) changes.push({ name: tool.name, change: 'changed', fields })
    }
  }
  for (const name of old.keys()) changes.push({ name, change: 'removed', fields: [] })
  return changes
}
