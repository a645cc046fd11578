import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#server/errors.ts'
import type { AssistantTool, ToolContext, ToolResult } from '#server/modules/chat/tools/tool.ts'
import { isOpen, type ChatUse, type Run } from './run.ts'

/** A longer run continues without the chat, which links to the app. */
const WAIT_MS = 12_000
const POLL_MS = 300
const TIMEOUT_MS = 20_000

/** Throws `NOT_FOUND` in `getOwn` for a run that is not the user's. `readBody` returns null without a result. */
export type ReadableRuns = {
  getOwn(userId: string, id: string): Promise<Pick<Run, 'status' | 'failure'>>
  readBody(id: string): Promise<string | null>
}

/** Creates the chat tool of a paid tool. The chat asks the user before a run starts. */
export function createChatTool(use: ChatUse, runs: ReadableRuns, points: number): AssistantTool {
  const {
    app,
    buildPath,
    start,
    renderText,
    readDigest: _readDigest,
    quoteDigest: _quoteDigest,
    readPrice: _readPrice,
    listTokens: _listTokens,
    ...tool
  } = use
  const { title } = app

  async function run(
    args: Readonly<Record<string, unknown>>,
    { userId, callId, signal }: ToolContext,
  ): Promise<ToolResult> {
    const { id } = await start(userId, args, callId)
    const clientAction = { kind: 'open_app', path: buildPath(id), title } as const
    const deadline = performance.now() + WAIT_MS
    while (performance.now() < deadline && !signal.aborted) {
      const found = await runs.getOwn(userId, id)
      const body = found.status === 'done' ? await runs.readBody(id) : null
      if (body !== null) {
        const at = new Date().toISOString()
        return { text: renderText(body), source: title, at, structured: { id }, clientAction }
      }
      if (!isOpen(found)) {
        throw new AppError('CONFLICT', withRefund(found.failure ?? 'It ended without a result'))
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
    const text = `It is still running and goes on by itself: see **${title}** for progress and result.`
    return { text, structured: { id }, clientAction }
  }

  return {
    ...tool,
    app: { id: app.id, name: title },
    title,
    writes: false,
    price: { points },
    timeoutMs: TIMEOUT_MS,
    run,
  }
}

const withRefund = (reason: string): string =>
  `${reason.replace(/\.$/, '')}.${reason.includes('refunded') ? '' : ' Your POINT was refunded.'}`
