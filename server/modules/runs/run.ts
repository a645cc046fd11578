import type { DigestPart } from '#contract/chat-parts.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import type { Database } from '#server/db/database.ts'
import type { ProductApp } from '#server/modules/chat/tools/desktop-tools.ts'

export type RunStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** The JSON that one paid tool keeps with its runs. The engine stores it and never looks inside. */
export type RunShape = {
  /** What was asked for. */
  input: object
  /** How far the run is. */
  progress: object
  /** What the history shows of the result. */
  counts: object
  /** One event as stored: without its number and the run's id, which the engine adds. */
  event: { type: string }
  /** The fields that name the run in answers and events, besides `id`: `{ report_id: string }`. */
  ids: object
}

/** One paid run without its result. */
export type Run<Shape extends RunShape = RunShape> = {
  id: string
  userId: string
  status: RunStatus
  /** The charge. */
  transferId: string
  groupId: string | null
  input: Shape['input']
  progress: Shape['progress'] | null
  counts: Shape['counts'] | null
  failure: string | null
  createdAt: Date
  finishedAt: Date | null
}

export type RunResult<Shape extends RunShape = RunShape> = {
  body: string
  counts: Shape['counts']
}

export type RunEnd = { status: 'done' | 'failed' | 'cancelled'; failure: string | null }

/** Thrown by a tool's work: ends the run as failed, with a text for its owner and a refund. */
export class RunFailed extends Error {
  override name = 'RunFailed'
  /** Stored with the failed run, where there is something to show. */
  readonly result: RunResult | null

  constructor(message: string, result: RunResult | null = null) {
    super(message)
    this.result = result
  }
}

/** What a tool's work may do besides returning a result. */
export type RunContext<Shape extends RunShape> = {
  db: Database
  /** Aborted when the owner cancels, the deadline passes or the worker stops. */
  signal: AbortSignal
  /** Stores the progress and sends the event to readers. Writes are batched, and a failed write does not end the run. */
  reportProgress: (progress: Shape['progress'], event: Shape['event']) => void
  /** Stores a result that the owner can read while the run goes on. From then on the run is never refunded. */
  publish: (result: RunResult<Shape>, event: Shape['event']) => Promise<void>
  /** Returns the body published before, also by a worker that stopped since. */
  published: () => Promise<string | null>
  /** Finds another run of the tool, without an ownership check. */
  find: (runId: string) => Promise<Run<Shape> | undefined>
}

/** How chats use a paid tool. */
export type ChatUse = Pick<
  AssistantTool,
  'name' | 'description' | 'inputSchema' | 'examples' | 'aliases' | 'isTrusted'
> & {
  /** The app that shows the results. */
  app: ProductApp
  /** Path that opens the app at one run. */
  pathOf: (runId: string) => string
  start: (
    userId: string,
    args: Readonly<Record<string, unknown>>,
    idempotencyKey: string,
  ) => Promise<{ id: string }>
  /** Returns the result as Markdown. */
  textOf: (body: string) => string
  /** Returns the result as a card that its owner can put into a chat; absent where there is no such card. */
  readDigest?: (userId: string, runId: string) => Promise<DigestPart>
}

export const isOpen = ({ status }: { status: RunStatus }): boolean =>
  status === 'queued' || status === 'running'
