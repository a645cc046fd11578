import type { DigestPart } from '#contract/chat/parts.ts'
import type { ListTokens } from '#server/modules/chat/assistant/token-names.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import type { Database } from '#server/db/database.ts'
import type { ProductApp } from '#contract/product-apps.ts'

export type RunStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type RunShape = {
  input: object
  progress: object
  /** The summary of the result in the history. */
  counts: object
  event: { type: string }
  /** Fields that name the run besides `id`, for example `report_id`. */
  ids: object
}

export type Run<Shape extends RunShape = RunShape> = {
  id: string
  userId: string
  status: RunStatus
  transferId: string
  groupId: string | null
  input: Shape['input']
  progress: Shape['progress'] | null
  counts: Shape['counts'] | null
  failure: string | null
  createdAt: Date
  finishedAt: Date | null
}

/** A run in the list of all tools. */
export type RunTexts = { title: string; about: string; path: string }

export type RunResult<Shape extends RunShape = RunShape> = {
  body: string
  counts: Shape['counts']
}

export type RunEnd = { status: 'done' | 'failed' | 'cancelled'; failure: string | null }

/** Ends the run as failed, with a text for its owner and a refund. */
export class RunFailed extends Error {
  override name = 'RunFailed'
  readonly result: RunResult | null

  constructor(message: string, result: RunResult | null = null) {
    super(message)
    this.result = result
  }
}

export type RunContext<Shape extends RunShape> = {
  db: Database
  /** Aborted when the owner cancels, the deadline passes or the worker stops. */
  signal: AbortSignal
  /** Writes are batched, and a failed write does not end the run. */
  reportProgress: (progress: Shape['progress'], event: Shape['event']) => void
  /** Stores a result that the owner can read while the run continues. From then on the run is never refunded. */
  publish: (result: RunResult<Shape>, event: Shape['event']) => Promise<void>
  /** Returns the body published before, also by another worker. */
  published: () => Promise<string | null>
  /** Returns a run without checking its owner. */
  find: (runId: string) => Promise<Run<Shape> | undefined>
}

export type ChatUse = Pick<
  AssistantTool,
  'name' | 'description' | 'inputSchema' | 'examples' | 'asks' | 'fill' | 'aliases' | 'isTrusted'
> & {
  app: ProductApp
  buildPath: (runId: string) => string
  start: (
    userId: string,
    args: Readonly<Record<string, unknown>>,
    idempotencyKey: string,
  ) => Promise<{ id: string }>
  renderText: (body: string) => string
  readDigest?: (userId: string, runId: string) => Promise<DigestPart>
  listTokens?: ListTokens
}

export const isOpen = ({ status }: { status: RunStatus }): boolean =>
  status === 'queued' || status === 'running'
