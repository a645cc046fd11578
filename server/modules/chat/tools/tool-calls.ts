import type { ToolPart } from '#contract/chat/parts.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { keepToolResult } from '#server/modules/chat/chat-repository.ts'
import type {
  Decision,
  Emit,
  PathMessage,
  Turn,
  TurnRequest,
} from '#server/modules/chat/model/engine.ts'
import { asksForSecret, redactSecrets } from '#server/modules/chat/redact.ts'
import { untilAborted } from '#server/lib/until-aborted.ts'
import { argumentFault } from './schema-check.ts'
import type { AssistantTool, ToolResult, ToolScope } from './tool.ts'

type Arguments = Readonly<Record<string, unknown>>

export type CallOutcome = {
  state: 'done' | 'failed' | 'needs_approval'
  /** For people; the reason of a failed call. */
  text: string
  result: ToolResult | null
}

export type ToolCallOptions = {
  chatId: string
  scope: ToolScope
  tools: readonly AssistantTool[]
  path: readonly PathMessage[]
  timeZone: string | null
  emit: Emit
  signal: AbortSignal
  /** Stores the full text of a shortened result. */
  keepResult: (callId: string, text: string) => Promise<void>
  clock: () => number
}

/** More would fill a small model's context. */
const MAX_RESULT_CHARS = 16_000
const MAX_KEPT_CHARS = 1_000_000
const DEFAULT_TIMEOUT_MS = 15_000
const MAX_ERROR_CHARS = 300

export type ToolCalls = ReturnType<typeof createToolCalls>

/** Runs the calls of one turn: asks for approval, limits time and size, and reports progress. */
function createToolCalls(options: ToolCallOptions) {
  const { chatId, scope, tools, timeZone, emit, signal, clock } = options
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const foreignApps = findForeignApps(options.path, byName)
  const warned = new Set<string>()

  const warnOnce = (code: string, message: string) => {
    if (warned.has(code)) return
    warned.add(code)
    emit({ type: 'notice', code, message })
  }

  async function run(tool: AssistantTool, args: Arguments, callId: string): Promise<CallOutcome> {
    const shown = shownPart(tool, args, callId)
    emit({ ...shown, state: 'running' })
    const startedAt = clock()
    const outcome = await attempt(tool, args, { callId, scope, chatId, timeZone, signal })
    const duration_ms = Math.max(0, Math.round(clock() - startedAt))
    if (signal.aborted) throw signal.reason
    const { text: safe, kinds } = redactSecrets(outcome.text)
    if (tool.isTrusted !== true) foreignApps.add(tool.app.id)
    if (kinds.length > 0)
      warnOnce('SECRET_REMOVED', `${tool.app.name} sent a ${kinds[0]}; it was removed.`)
    if (tool.isTrusted !== true && asksForSecret(safe)) warnOnce('SECRET_REQUESTED', SECRET_WARNING)
    if (!outcome.ok) {
      const error = safe.slice(0, MAX_ERROR_CHARS)
      emit({ ...shown, state: 'failed', duration_ms, error })
      return { state: 'failed', text: error, result: null }
    }
    const { result } = outcome
    const isTruncated = safe.length > MAX_RESULT_CHARS
    if (isTruncated) await options.keepResult(callId, safe.slice(0, MAX_KEPT_CHARS))
    const text = isTruncated ? cutOff(safe) : safe
    emit({
      ...shown,
      state: 'done',
      duration_ms,
      result: text,
      result_chars: safe.length,
      is_truncated: isTruncated,
      ...(result.source === undefined ? {} : { source: result.source }),
      ...(result.at === undefined ? {} : { at: result.at }),
      ...(result.clientAction === undefined ? {} : { client_action: result.clientAction }),
    })
    return { state: 'done', text, result }
  }

  return {
    find: (name: string) => byName.get(name),

    /** Runs a tool, or asks the user first. */
    async call(
      tool: AssistantTool,
      args: Arguments,
      { origin }: { origin: CallOrigin },
    ): Promise<CallOutcome> {
      if (signal.aborted) throw signal.reason
      const fault = argumentFault(tool.inputSchema, args)
      if (fault !== null) {
        emit({ ...shownPart(tool, args, uuidv7()), state: 'failed', error: fault })
        return { state: 'failed', text: fault, result: null }
      }
      const reason = approvalReason({ tool, origin, foreignApps })
      const callId = uuidv7()
      if (reason === null) return run(tool, args, callId)
      emit({
        ...shownPart(tool, args, callId),
        state: 'needs_approval',
        schema: tool.inputSchema,
        reason,
        ...(tool.price === undefined ? {} : { price_points: tool.price.points }),
      })
      return { state: 'needs_approval', text: reason, result: null }
    },

    /** Runs or declines a waiting call and returns its part. */
    async decide({ callId, tool: name, arguments: args, isApproved }: Decision): Promise<ToolPart> {
      const tool = byName.get(name)
      const gone = { name, app: { id: '', name: 'Unavailable' } }
      const shown = shownPart(tool ?? gone, args, callId)
      if (!isApproved) {
        const part = { ...shown, state: 'declined' as const }
        emit(part)
        return part
      }
      if (tool === undefined) {
        const part = {
          ...shown,
          state: 'failed' as const,
          error: 'This tool is not available any more.',
        }
        emit(part)
        return part
      }
      const { state, text } = await run(tool, args, callId)
      return state === 'done'
        ? { ...shown, state, result: text }
        : { ...shown, state: 'failed', error: text }
    },

    /** Asks for missing arguments; the form's answer comes as a new message. */
    askForInput(tool: AssistantTool, args: Arguments, missing: readonly string[]): void {
      emit({
        ...shownPart(tool, args, uuidv7()),
        state: 'needs_input',
        schema: tool.inputSchema,
        missing: [...missing],
      })
    },
  }
}

const SECRET_WARNING =
  'This text asks for a seed phrase or private key. Nobody who means well needs it: never enter it anywhere but in your own wallet.'

const shownPart = (
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

/** Returns the apps whose output is in the conversation. */
function findForeignApps(
  path: readonly PathMessage[],
  byName: ReadonlyMap<string, AssistantTool>,
): Set<string> {
  const ids = path
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.type === 'digest') return [RESEARCH_APP]
      const hasSpoken = part.type === 'tool' && (part.state === 'done' || part.state === 'failed')
      // A call that never reached a tool has no app and no output.
      return hasSpoken && part.app_id !== undefined && byName.get(part.tool)?.isTrusted !== true
        ? [part.app_id]
        : []
    })
  return new Set(ids)
}

type Attempt = { ok: true; result: ToolResult; text: string } | { ok: false; text: string }

async function attempt(
  tool: AssistantTool,
  args: Arguments,
  {
    callId,
    scope,
    chatId,
    timeZone,
    signal,
  }: {
    callId: string
    scope: ToolScope
    chatId: string
    timeZone: string | null
    signal: AbortSignal
  },
): Promise<Attempt> {
  const timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const deadline = AbortSignal.timeout(timeoutMs)
  const both = AbortSignal.any([signal, deadline])
  try {
    const work = tool.run(args, {
      userId: scope.userId,
      chatId,
      callId,
      timeZone,
      signal: both,
    })
    const result = await untilAborted(work, both)
    if (result.isError === true) return { ok: false, text: result.text || 'The tool failed.' }
    return { ok: true, result, text: result.text }
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

const cutOff = (text: string): string =>
  `${text.slice(0, MAX_RESULT_CHARS).toWellFormed()}\n\n[Cut off at ${MAX_RESULT_CHARS.toLocaleString('en-US')} of ${text.length.toLocaleString('en-US')} characters.]`

export type ToolCallServices = {
  db: Database
  clock: () => number
}

export const openToolCalls = (
  { db, clock }: ToolCallServices,
  { chatId, scope, tools, path, timeZone }: TurnRequest,
  { emit, signal }: Turn,
) =>
  createToolCalls({
    chatId,
    scope,
    tools,
    path,
    timeZone,
    emit,
    signal,
    clock,
    keepResult: (callId, text) => keepToolResult(db, { callId, chatId, text }),
  })

/** Who decided on a call: the user, the phrase matcher or the model. */
type CallOrigin = 'user' | 'routed' | 'model'

type ApprovalCase = {
  tool: Pick<
    AssistantTool,
    'name' | 'title' | 'app' | 'writes' | 'asksFirst' | 'isTrusted' | 'price'
  >
  origin: CallOrigin
  /** Apps whose output is part of the conversation. */
  foreignApps: ReadonlySet<string>
}

/**
 * Returns why the user must approve a call first, or null. A tool that changes something always asks, because even
 * its description is foreign. After an app's output, a call to another app also asks, because the output may have
 * caused it.
 */
function approvalReason({ tool, origin, foreignApps }: ApprovalCase): string | null {
  const name = tool.title ?? tool.name
  if (tool.price !== undefined) {
    const { points } = tool.price
    return `${name} costs ${points} ${points === 1 ? 'POINT' : 'POINTS'} (${points / 100} SOL).`
  }
  if (origin === 'user') return null
  if (tool.writes) {
    const isAfterForeignText = origin === 'model' && foreignApps.size > 0
    const change = `${name} changes something in ${tool.app.name}`
    return isAfterForeignText ? `${change}, after text from outside was read.` : `${change}.`
  }
  if (tool.asksFirst === true) return `You chose to be asked before ${name} runs.`
  if (origin === 'routed' || foreignApps.size === 0) return null
  const isOtherApp = [...foreignApps].some((id) => id !== tool.app.id)
  return tool.isTrusted !== true && isOtherApp
    ? `${name} would let ${tool.app.name} see what came from another app.`
    : null
}
