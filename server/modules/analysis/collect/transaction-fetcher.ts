import type { TransactionFacts } from '#engine/index.ts'
import { rpcFailure, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { pause } from '#server/lib/pause.ts'
import { parseExactJson } from '#solana/exact-json.ts'
import type { NodeLink } from './node-link.ts'
import { readTransaction } from './read-transaction.ts'

/** Calls per request until the node refuses one of that size. */
const MAX_BATCH = 50
/** Requests on their way at once. */
const WIDTH = 8
/** Pauses before a transaction that did not come is asked for again. */
const PAUSES_MS = [200, 1_000, 3_000]
/** A batch that got no answer is split, in case one of its transactions is to blame; all batches after this many. */
const SILENT_BATCHES = 3
/** The node answers other calls, but this many requests in a row got no answer. */
const MAX_SILENT_IN_A_ROW = 24

type Group = { signatures: string[]; attempt: number; dueAt: number }

type Options = {
  link: NodeLink
  signal: AbortSignal
  onGiven: (signature: string, tx: TransactionFacts) => void
  /** The node does not give this transaction. */
  onMissing: (signature: string, reason: string) => void
}

/**
 * Fetches transactions in batches, several at once. Each is given or missing in the end; a node's refusal of one
 * never affects another.
 */
export class TransactionFetcher {
  readonly #options: Options
  readonly #groups: Group[] = []
  #maxBatch = MAX_BATCH
  #silentBatches = 0
  #silentInARow = 0
  #senders = 0
  #settled: { resolve: () => void; reject: (error: unknown) => void } | null = null
  #failure: { error: unknown } | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Queues transactions. Each is to be added once. */
  add(signatures: readonly string[]): void {
    if (signatures.length === 0) return
    this.#groups.push({ signatures: [...signatures], attempt: 0, dueAt: 0 })
    this.#startSenders()
  }

  /** Drops what is queued. Requests on their way still end. */
  clear(): void {
    this.#groups.length = 0
  }

  /** Resolves when nothing is queued or on its way. Throws `RpcUnavailable` when the node stays silent. */
  settle(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error)
    if (this.#senders === 0) return Promise.resolve()
    return new Promise((resolve, reject) => (this.#settled = { resolve, reject }))
  }

  #startSenders(): void {
    while (this.#senders < WIDTH && this.#senders < this.#groups.length * WIDTH) {
      if (this.#failure) return
      this.#senders += 1
      void this.#send()
        .catch((error: unknown) => {
          this.#failure ??= { error }
          this.clear()
        })
        .finally(() => {
          this.#senders -= 1
          if (this.#senders > 0 || !this.#settled) return
          if (this.#failure) this.#settled.reject(this.#failure.error)
          else this.#settled.resolve()
          this.#settled = null
        })
    }
  }

  async #send(): Promise<void> {
    const { signal, link } = this.#options
    for (let group = this.#take(); group; group = this.#take()) {
      const waitMs = group.dueAt - performance.now()
      if (waitMs > 0) await pause(waitMs, signal)
      const reply = await link.post(group.signatures.map(transactionCall))
      if (reply.kind === 'answered') {
        this.#silentBatches = 0
        this.#silentInARow = 0
        this.#read(reply.body, group, reply.busy)
      } else if (reply.kind === 'refused') this.#shrink(group, reply.reason)
      else {
        this.#silentInARow += 1
        if (this.#silentInARow >= MAX_SILENT_IN_A_ROW) {
          throw new RpcUnavailable('getTransaction', reply.reason)
        }
        this.#split(group, reply.reason)
      }
    }
  }

  #take(): Group | undefined {
    const group = this.#groups[0]
    if (!group) return undefined
    const size = this.#options.link.batchSize('getTransaction', this.#maxBatch)
    if (group.signatures.length <= size) return this.#groups.shift()
    return { ...group, signatures: group.signatures.splice(0, size) }
  }

  /** The node takes no batches of this size. */
  #shrink({ signatures, attempt, dueAt }: Group, reason: string): void {
    if (signatures.length > 1) {
      this.#maxBatch = Math.min(this.#maxBatch, Math.floor(signatures.length / 2))
      this.#groups.unshift({ signatures, attempt, dueAt })
    } else for (const signature of signatures) this.#options.onMissing(signature, reason)
  }

  #split({ signatures, attempt }: Group, reason: string): void {
    if (signatures.length === 1) {
      this.#again(signatures, attempt, reason)
      return
    }
    this.#silentBatches += 1
    if (this.#silentBatches >= SILENT_BATCHES) {
      this.#silentBatches = 0
      this.#maxBatch = Math.max(1, Math.floor(this.#maxBatch / 2))
    }
    const half = Math.ceil(signatures.length / 2)
    const dueAt = 0
    this.#groups.push({ signatures: signatures.slice(0, half), attempt, dueAt })
    this.#groups.push({ signatures: signatures.slice(half), attempt, dueAt })
  }

  #again(signatures: string[], attempt: number, reason: string): void {
    const pauseMs = PAUSES_MS[attempt]
    if (pauseMs === undefined) {
      for (const signature of signatures) this.#options.onMissing(signature, reason)
      return
    }
    const dueAt = performance.now() + pauseMs
    this.#groups.push({ signatures, attempt: attempt + 1, dueAt })
  }

  #read(body: Buffer, group: Group, busy: () => void): void {
    const { link, onGiven, onMissing } = this.#options
    const answers = readAnswers(body)
    if (answers === null) {
      this.#split(group, 'the answer is not JSON-RPC')
      return
    }
    const { error: refusal } = answers
    if (refusal) {
      const failure = rpcFailure('getTransaction', refusal)
      if (failure instanceof RpcUnavailable && failure.isBusy) {
        busy()
        this.#groups.unshift(group)
      } else if (group.signatures.length > 1) this.#shrink(group, failure.message)
      else if (failure instanceof RpcUnavailable) {
        this.#again(group.signatures, group.attempt, failure.message)
      } else this.#shrink(group, failure.message)
      return
    }

    const refused: string[] = []
    const open = new Map<string, string[]>()
    const again = (signature: string, reason: string): void => {
      open.set(reason, [...(open.get(reason) ?? []), signature])
    }
    for (const [id, signature] of group.signatures.entries()) {
      const answer = answers.byId.get(id)
      if (answer === undefined) again(signature, 'the node left it out of its answer')
      else if (answer.error) {
        const failure = rpcFailure('getTransaction', answer.error)
        if (!(failure instanceof RpcUnavailable)) onMissing(signature, failure.message)
        else if (failure.isBusy) refused.push(signature)
        else again(signature, failure.message)
      } else {
        const read = readTransaction(answer.result, signature)
        if (read.kind === 'given') {
          link.noteTransaction(answer.result)
          onGiven(signature, read.tx)
        } else again(signature, read.reason)
      }
    }
    if (refused.length > 0) {
      busy()
      this.#groups.unshift({ ...group, signatures: refused })
    }
    for (const [reason, signatures] of open) this.#again(signatures, group.attempt, reason)
  }
}

/** Returns the transactions that the node gives, in the order of `signatures`. */
export async function fetchTransactions(
  { link, signal }: { link: NodeLink; signal: AbortSignal },
  signatures: readonly string[],
): Promise<Map<string, TransactionFacts>> {
  const given = new Map<string, TransactionFacts>()
  const fetcher = new TransactionFetcher({
    link,
    signal,
    onGiven: (signature, tx) => given.set(signature, tx),
    onMissing: () => undefined,
  })
  fetcher.add(signatures)
  await fetcher.settle()
  return new Map(
    signatures.flatMap((signature) => {
      const tx = given.get(signature)
      return tx ? [[signature, tx] as const] : []
    }),
  )
}

const transactionCall = (signature: string) => ({
  method: 'getTransaction',
  params: [
    signature,
    { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
  ],
})

type RpcFailure = { code: number; message: string }
type Answer = { result?: unknown; error?: RpcFailure | null }

/** Returns the answers by id, or the refusal of the whole request; null for anything but JSON-RPC. */
function readAnswers(
  body: Buffer,
): { byId: ReadonlyMap<unknown, Answer>; error: RpcFailure | null } | null {
  let parsed: unknown
  try {
    parsed = parseExactJson(body.toString())
  } catch {
    return null
  }
  if (Array.isArray(parsed)) {
    const answers = parsed.filter(isAnswer)
    return { byId: new Map(answers.map((answer) => [answer.id, answer])), error: null }
  }
  if (!isAnswer(parsed)) return null
  // A refusal of a batch belongs to none of its calls.
  if (parsed.id === null || parsed.id === undefined) {
    return parsed.error ? { byId: new Map(), error: parsed.error } : null
  }
  return { byId: new Map([[parsed.id, parsed]]), error: null }
}

function isAnswer(value: unknown): value is Answer & { id?: unknown } {
  if (typeof value !== 'object' || value === null) return false
  const { error } = value as Answer
  return (
    error === undefined ||
    error === null ||
    (typeof error === 'object' &&
      typeof error.code === 'number' &&
      typeof error.message === 'string')
  )
}
