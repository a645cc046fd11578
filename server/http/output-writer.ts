import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'

/**
 * Returns a function that checks an answer against its schema and writes it as JSON. Leaves out and logs list rows
 * that do not fit, which an earlier version may have stored. Throws for any other mismatch.
 */
export function createOutputWriter(schema: z.ZodMiniType, call: string, logger: FastifyBaseLogger) {
  return (output: unknown): string => {
    const parsed = z.safeParse(schema, output)
    if (parsed.success) {
      const ids = findDroppedRows(schema, output, parsed.data).map(readId)
      if (ids.length > 0) logger.error({ call, ids }, 'stored rows do not fit the contract')
      return JSON.stringify(parsed.data)
    }
    const unreadable = findRowsOutside(output, parsed.error)
    const rest = z.safeParse(schema, removeRows(output, unreadable))
    if (unreadable.size === 0 || !rest.success) {
      throw new Error(`${call} answered outside its contract`, { cause: parsed.error })
    }
    const ids = [...unreadable].map(readId)
    logger.error({ err: parsed.error, call, ids }, 'stored rows do not fit the contract')
    return JSON.stringify(rest.data)
  }
}

const readId = (row: object): unknown => ('id' in row ? row.id : null)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function findDroppedRows(schema: z.ZodMiniType, output: unknown, written: unknown): object[] {
  const rows = readDataList(output)
  if (rows.length === readDataList(written).length) return []
  return rows.filter(isObject).filter((row) => {
    const alone = z.safeParse(schema, { ...(output as object), data: [row] })
    return alone.success && readDataList(alone.data).length === 0
  })
}

function readDataList(answer: unknown): unknown[] {
  if (!isObject(answer) || !('data' in answer)) return []
  return Array.isArray(answer.data) ? answer.data : []
}

/** Finds the rows that the issues are about: below `data`, or below a list in it such as `data.messages`. */
function findRowsOutside(output: unknown, { issues }: { issues: readonly z.core.$ZodIssue[] }) {
  const rows = new Set<object>()
  for (const { path } of issues) {
    let value: unknown = output
    let isInList = false
    for (const key of path.slice(0, MAX_DEPTH)) {
      if (!isObject(value)) break
      isInList = Array.isArray(value)
      value = Reflect.get(value, key) as unknown
      if (isInList) break
    }
    if (isInList && path[0] === 'data' && isObject(value)) rows.add(value)
  }
  return rows
}

const MAX_DEPTH = 3

function removeRows(output: unknown, rows: ReadonlySet<object>): unknown {
  const keep = (value: unknown) => !isObject(value) || !rows.has(value)
  const filter = (value: unknown): unknown => (Array.isArray(value) ? value.filter(keep) : value)
  if (!isObject(output) || !('data' in output)) return output
  const { data } = output
  if (Array.isArray(data)) return { ...output, data: filter(data) }
  if (!isObject(data)) return output
  const entries = Object.entries(data).map(([key, value]) => [key, filter(value)] as const)
  return { ...output, data: Object.fromEntries(entries) }
}
