import type { ToolPart } from '#contract/chat/parts.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { Database } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { keepToolResult } from '#server/modules/chat/chat-repository.ts'
import type { Decision, PathMessage, Turn, TurnRequest } from '#server/modules/chat/model/engine.ts'
import { asksForSecret, redactSecrets } from '#server/modules/sharing/redact.ts'
import { findApprovalReason, type CallOrigin } from './approval.ts'
import { findArgumentFault } from './schema-check.ts'
import type { AssistantTool, ToolResult, ToolContext } from './tool.ts'
import { AppError } from '#server/errors.ts'
import { untilAborted } from '#server/lib/async/until-aborted.ts'

type Arguments = Readonly<Record<string, unknown>>

export type CallOutcome = {
  state: 'done' | 'failed' | 'needs_approval'
  /** For people. Of a failed call, the reason. */
  text: string
  /** Null unless the call is done. */
  result: ToolResult | null
}

export type ToolCallServices = {
  db: Database
  now: () => number
}

/** More would fill a small model's context. */
const MAX_RESULT_CHARS = 16_000
const MAX_KEPT_CHARS = 1_000_000
const MAX_ERROR_CHARS = 300

export type ToolCalls = ReturnType<typeof openToolCalls>

/** Runs the calls of one turn: asks for approval, limits time and size, and reports progress. */
export function openToolCalls(services: ToolCallServices, request: TurnRequest, turn: Turn) {
  const { emit, signal } = turn
  const byName = new Map(request.tools.map((tool) => [tool.name, tool]))
  const foreignApps = findForeignApps(request.path, byName)
  const parts = { ...services, request, turn, foreignApps, warned: new Set<string>() }
  return {
    find: (name: string) => byName.get(name),

    /** Runs a tool, or asks the user first. */
    async call(
      tool: AssistantTool,
      args: Arguments,
      { origin }: { origin: CallOrigin },
    ): Promise<CallOutcome> {
      if (signal.aborted) throw signal.reason
      const callId = uuidv7()
      const shown = toShownPart(tool, args, callId)
      const fault = findArgumentFault(tool.inputSchema, args)
      if (fault !== null) {
        emit({ ...shown, state: 'failed', error: fault })
        return { state: 'failed', text: fault, result: null }
      }
      const reason = findApprovalReason({ tool, args, origin, foreignApps })
      if (reason === null) return runCall(parts, tool, args, callId)
      // The price is asked for with or without it.
      const earlier = await tool.findEarlier?.(request.scope.userId, args).catch(() => null)
      emit({
        ...shown,
        state: 'needs_approval',
        schema: tool.inputSchema,
        reason,
        ...(tool.price === undefined ? {} : { price_points: tool.price.points }),
        ...(earlier == null ? {} : { earlier }),
      })
      return { state: 'needs_approval', text: reason, result: null }
    },

    /** Runs or declines a waiting call, and returns its new part. */
    async decide({ callId, tool: name, arguments: args, isApproved }: Decision): Promise<ToolPart> {
      const tool = byName.get(name)
      const gone = { name, app: { id: '', name: 'Unavailable' } }
      const shown = toShownPart(tool ?? gone, args, callId)
      if (!isApproved || tool === undefined) {
        const part = isApproved
          ? { ...shown, state: 'failed' as const, error: 'This tool is not available any more.' }
          : { ...shown, state: 'declined' as const }
        emit(part)
        return part
      }
      const { state, text } = await runCall(parts, tool, args, callId)
      return state === 'done'
        ? { ...shown, state, result: text }
        : { ...shown, state: 'failed', error: text }
    },

    /** Asks for missing arguments in a form. Its answer comes as a new message. */
    askForInput(tool: AssistantTool, args: Arguments, missing: readonly string[]): void {
      emit({
        ...toShownPart(tool, args, uuidv7()),
        state: 'needs_input',
        schema: tool.inputSchema,
        missing: [...missing],
      })
    },
  }
}

type Parts = ToolCallServices & {
  request: TurnRequest
  turn: Turn
  /** Apps whose output is in the conversation. */
  foreignApps: Set<string>
  /** Codes of the warnings that this turn has shown. */
  warned: Set<string>
}

async function runCall(
  parts: Parts,
  tool: AssistantTool,
  args: Arguments,
  callId: string,
): Promise<CallOutcome> {
  const { db, now, request, foreignApps } = parts
  const { emit, signal } = parts.turn
  const { chatId, scope, timeZone } = request
  const shown = toShownPart(tool, args, callId)
  emit({ ...shown, state: 'running' })
  const startedAt = now()
  const run = await runTool(tool, args, { userId: scope.userId, chatId, callId, timeZone, signal })
  const duration_ms = Math.max(0, Math.round(now() - startedAt))
  if (signal.aborted) throw signal.reason
  if (tool.isTrusted !== true) foreignApps.add(tool.app.id)
  const text = withoutSecrets(parts, tool, run.ok ? run.result.text : run.text)
  if (!run.ok) {
    const error = text.slice(0, MAX_ERROR_CHARS)
    emit({ ...shown, state: 'failed', duration_ms, error })
    return { state: 'failed', text: error, result: null }
  }
  const { result } = run
  const isTruncated = text.length > MAX_RESULT_CHARS
  if (isTruncated) {
    await keepToolResult(db, { callId, chatId, text: text.slice(0, MAX_KEPT_CHARS) })
  }
  const kept = isTruncated ? cutOff(text) : text
  emit({
    ...shown,
    state: 'done',
    duration_ms,
    result: kept,
    result_chars: text.length,
    is_truncated: isTruncated,
    ...(result.source === undefined ? {} : { source: result.source }),
    ...(result.at === undefined ? {} : { at: result.at }),
    ...(result.clientAction === undefined ? {} : { client_action: result.clientAction }),
  })
  return { state: 'done', text: kept, result }
}

/** Warns once of text with a secret in it, and of text from outside that asks for one. */
function withoutSecrets({ turn, warned }: Parts, tool: AssistantTool, given: string): string {
  const warn = (code: string, message: string) => {
    if (warned.has(code)) return
    warned.add(code)
    turn.emit({ type: 'notice', code, message })
  }
  const { text, kinds } = redactSecrets(given)
  if (kinds.length > 0)
    warn('SECRET_REMOVED', `${tool.app.name} sent a ${kinds[0]}; it was removed.`)
  if (tool.isTrusted !== true && asksForSecret(text)) warn('SECRET_REQUESTED', SECRET_WARNING)
  return text
}

const SECRET_WARNING =
  'This text asks for a seed phrase or private key. Nobody who means well needs it: never enter it anywhere but in your own wallet.'

const toShownPart = (
  tool: Pick<AssistantTool, 'name' | 'app' | 'title'>,
  args: Arguments,
  callId: string,
) => ({
  type: 'tool' as const,
  call_id: callId,
  app: tool.app.name,
  app_id: tool.app.id,
  tool: tool.name,
  ...(tool.title === undefined ? {} : { title: tool.title }),
  arguments: args,
})

const RESEARCH_APP = 'research'

function findForeignApps(
  path: readonly PathMessage[],
  byName: ReadonlyMap<string, AssistantTool>,
): Set<string> {
  const ids = path
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.type === 'digest') return [RESEARCH_APP]
      const hasOutput = part.type === 'tool' && (part.state === 'done' || part.state === 'failed')
      // A call that never reached a tool has no app and no output.
      return hasOutput && part.app_id !== undefined && byName.get(part.tool)?.isTrusted !== true
        ? [part.app_id]
        : []
    })
  return new Set(ids)
}

const cutOff = (text: string): string =>
  `${text.slice(0, MAX_RESULT_CHARS).toWellFormed()}\n\n[Cut off at ${formatNumber(MAX_RESULT_CHARS)} of ${formatNumber(text.length)} characters.]`

const DEFAULT_TIMEOUT_MS = 15_000

type ToolRun = { ok: true; result: ToolResult } | { ok: false; text: string }

/** Runs a tool within its time. Never throws: a failure has a text for the user. */
async function runTool(
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
    return { ok: false, text: toPublicReason(error, tool) }
  }
}

/** Tools of the product report user-facing errors; the words of an app are masked later. */
function toPublicReason(error: unknown, { isTrusted }: AssistantTool): string {
  if (error instanceof AppError && error.status < 500) return error.message
  if (error instanceof AppError || isTrusted === true) return 'The service is not available.'
  return error instanceof Error && error.message !== '' ? error.message : 'The tool failed.'
}
