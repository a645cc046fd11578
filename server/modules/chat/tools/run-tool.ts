import { AppError } from '#server/errors.ts'
import { untilAborted } from '#server/lib/until-aborted.ts'
import type { AssistantTool, ToolContext, ToolResult } from './tool.ts'

const DEFAULT_TIMEOUT_MS = 15_000

export type ToolRun = { ok: true; result: ToolResult } | { ok: false; text: string }

/** Runs a tool within its time. Never throws: a failure has a text for the user. */
export async function runTool(
  tool: AssistantTool,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<ToolRun> {
  const { signal } = context
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, deadline])
  try {
    const result = await untilAborted(tool.run(args, { ...context, signal: either }), either)
    if (result.isError === true) return { ok: false, text: result.text || 'The tool failed.' }
    return { ok: true, result }
  } catch (error) {
    if (signal.aborted) return { ok: false, text: 'Stopped' }
    if (deadline.aborted) {
      return { ok: false, text: `No answer within ${Math.round(timeoutMs / 1000)} s.` }
    }
    return { ok: false, text: publicReason(error, tool) }
  }
}

/** Tools of the product report user-facing errors; the words of an app are masked later. */
function publicReason(error: unknown, { isTrusted }: AssistantTool): string {
  if (error instanceof AppError && error.status < 500) return error.message
  if (error instanceof AppError || isTrusted === true) return 'The service is not available.'
  return error instanceof Error && error.message !== '' ? error.message : 'The tool failed.'
}
