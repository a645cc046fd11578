import type { DigestPart } from '#contract/chat/parts.ts'
import type { ListTokens } from '#server/modules/chat/assistant/token-names.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import type { Database } from '#server/db/database.ts'
import type { ProductApp } from '#contract/product-apps.ts'

export type RunStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

/** The JSON that a paid tool stores with its runs. */
export type RunShape = {
  input: object
  progress: object
  /** The summary of the result in the history. */
  counts: object
  /** An event as stored. The engine adds its number and the ids of the run. */
  event: { type: string }
  /** Fields that name the run besides `id`, for example `report_id`. */
  ids: object
}

export type Run<Shape extends RunShape = RunShape> = {
  id: string
  userId: string
  status: RunStatus
  transferId: string
  /** Runs of one group, such as a research topic, run one at a time. */
  groupId: string | null
  input: Shape['input']
  /** Null before the work has started. */
  progress: Shape['progress'] | null
  counts: Shape['counts'] | null
  failure: string | null
  createdAt: Date
  finishedAt: Date | null
}

/** A run in the list of all tools. */
export type RunTexts = { title: string; about: string; path: string }

/** `body`: the result as the tool stores it. `counts`: its summary for the history. */
export type RunResult<Shape extends RunShape = RunShape> = {
  body: string
  counts: Shape['counts']
}

export type RunEnd = { status: 'done' | 'failed' | 'cancelled'; failure: string | null }

/** Ends the run as failed, with a text for its owner and a refund. */
export class RunFailed extends Error {
  override name = 'RunFailed'
  /** Stored with the failed run, to show what was tried. */
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
  readPublished: () => Promise<string | null>
  /** Returns a run without checking its owner. */
  find: (runId: string) => Promise<Run<Shape> | undefined>
}

/** A price in SOL and dollars per token, each null if unknown. */
type TokenPrice = { sol: number | null; usd: number | null; at: Date; path: string }
export type ReadPrice = (userId: string, mint: string) => Promise<TokenPrice | null>

/** How a chat offers and shows a paid tool. `renderText` returns Markdown for a body. */
export type ChatUse = Pick<
  AssistantTool,
  | 'name'
  | 'description'
  | 'inputSchema'
  | 'examples'
  | 'asks'
  | 'fill'
  | 'aliases'
  | 'isTrusted'
  | 'findEarlier'
> & {
  app: ProductApp
  buildPath: (runId: string) => string
  start: (
    userId: string,
    args: Readonly<Record<string, unknown>>,
    idempotencyKey: string,
  ) => Promise<{ id: string }>
  renderText: (body: string) => string
  /** Returns the result as a card that its owner can put into a chat. */
  readDigest?: (userId: string, runId: string) => Promise<DigestPart>
  /** Returns what a result says about a question, as Markdown; null if nothing. */
  quoteDigest?: (userId: string, runId: string, question: string) => Promise<string | null>
  /** Returns the price of a token in the user's newest result of it; null without one. */
  readPrice?: ReadPrice
  /** Returns the tokens of the user's results, so that chats know them by symbol. */
  listTokens?: ListTokens
}

/** Returns true until the run is done, failed or cancelled. */
export const isOpen = ({ status }: { status: RunStatus }): boolean =>
  status === 'queued' || status === 'running'
