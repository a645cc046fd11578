import { Addresses, scanAnswer, type Scanned, type TransactionFacts } from '#engine/index.ts'
import { toRpcError, RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { pause } from '#server/lib/async/pause.ts'
import type { NodeLink } from './node-link.ts'

/** Calls per request, until the node refuses a request of that size. */
const MAX_BATCH = 50
/** Requests in flight at once. */
const WIDTH = 8
/** Pauses before a missing transaction is asked for again. */
const PAUSES_MS = [200, 1_000, 3_000]
/** A batch that got no answer is split, in case one of its transactions is to blame; all batches after this many. */
const SILENT_BATCHES = 3
/** The node answers other calls, but this many requests in a row got no answer. */
const MAX_SILENT_IN_A_ROW = 24
/** A listed transaction that the node still does not return at this age is skipped. */
const SKIPPED_AFTER_S = 600

type Group = { signatures: string[]; attempt: number; dueAt: number }

type Options = {
  link: NodeLink
  signal: AbortSignal
  onGiven: (signature: string, tx: TransactionFacts) => void
  /** False to ask once for each transaction that the node does not have. */
  isPatient?: boolean
  /** The node does not return this transaction. */
  onMissing: (signature: string, reason: string) => void
}

/** Fetches transactions in parallel batches. Each is given or missing in the end; a refusal affects no other. */
export class TransactionFetcher {
  readonly #options: Options
  readonly #groups: Group[] = []
  readonly #addresses = new Addresses()
  #maxBatch = MAX_BATCH
  #queue: Promise<void> = Promise.resolve()
  #silentBatches = 0
  #silentInARow = 0
  #senders = 0
  #settled: { resolve: () => void; reject: (error: unknown) => void } | null = null
  #failure: { error: unknown } | null = null

  constructor(options: Options) {
    this.#options = options
  }

  /** Queues transactions. Add each one once. */
  add(signatures: readonly string[]): void {
    if (signatures.length === 0) return
    this.#groups.push({ signatures: [...signatures], attempt: 0, dueAt: 0 })
    this.#startSenders()
  }

  clear(): void {
    this.#groups.length = 0
  }

  /** Resolves when no request is queued or running. Throws `RpcUnavailable` when the node stays silent. */
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
      // Only one request waits for its turn, so that its size follows the current rate.
      const leave = await this.#enterQueue()
      this.#trim(group)
      const reply = await link.post(group.signatures.map(transactionCall), leave).finally(leave)
      if (reply.kind === 'answered') {
        this.#silentBatches = 0
        this.#silentInARow = 0
        this.#read(reply.body, group, reply.busy)
      } else if (reply.kind === 'busy') {
        // A batch of more calls than the node ever allows at once would never get through.
        this.#groups.unshift(...splitInHalf(group))
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
    const group = this.#groups.shift()
    if (group) this.#trim(group)
    return group
  }

  /** Returns to the queue what one request should not carry now. */
  #trim(group: Group): void {
    const size = this.#options.link.batchSize('getTransaction', this.#maxBatch)
    const rest = group.signatures.splice(size)
    if (rest.length > 0) this.#groups.unshift({ ...group, signatures: rest })
  }

  /** Resolves to the function that lets the next one enter. */
  async #enterQueue(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#queue
    this.#queue = promise
    await before
    return resolve
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
    this.#groups.push(...splitInHalf({ signatures, attempt, dueAt: 0 }))
  }

  #again(signatures: string[], attempt: number, reason: string): void {
    const pauseMs = this.#options.isPatient === false ? undefined : PAUSES_MS[attempt]
    if (pauseMs === undefined) {
      for (const signature of signatures) this.#options.onMissing(signature, reason)
      return
    }
    const dueAt = performance.now() + pauseMs
    this.#groups.push({ signatures, attempt: attempt + 1, dueAt })
  }

  #read(body: Buffer, group: Group, busy: () => void): void {
    const { link, onGiven, onMissing } = this.#options
    const asked = group.signatures.map((signature, id) => ({ id, signature }))
    const outcomes = scanAnswer(body, asked, this.#addresses).map(classify)
    link.noteTransactions(body, outcomes.filter(({ kind }) => kind === 'read').length)

    const [first] = outcomes
    if (asked.length > 1 && first && outcomes.every(({ kind }) => kind === first.kind)) {
      // The node may have refused the batch and not its calls.
      if (first.kind === 'refused') return this.#shrink(group, first.reason)
      if (first.kind === 'malformed') return this.#split(group, first.reason)
    }
    const tooMany: string[] = []
    const open = new Map<string, string[]>()
    for (const [nth, outcome] of outcomes.entries()) {
      const signature = group.signatures[nth] ?? ''
      if (outcome.kind === 'read') onGiven(signature, outcome.facts)
      else if (outcome.kind === 'refused') onMissing(signature, outcome.reason)
      else if (outcome.kind === 'busy') tooMany.push(signature)
      else open.set(outcome.reason, [...(open.get(outcome.reason) ?? []), signature])
    }
    if (tooMany.length > 0) {
      busy()
      this.#groups.unshift({ ...group, signatures: tooMany })
    }
    for (const [reason, signatures] of open) this.#again(signatures, group.attempt, reason)
  }
}

function splitInHalf({ signatures, ...rest }: Group): Group[] {
  const half = Math.ceil(signatures.length / 2)
  return [
    { ...rest, signatures: signatures.slice(0, half) },
    { ...rest, signatures: signatures.slice(half) },
  ]
}

type Outcome =
  | { kind: 'read'; facts: TransactionFacts }
  /** Asking again would not help. */
  | { kind: 'refused'; reason: string }
  | { kind: 'busy' }
  | { kind: 'absent' | 'malformed'; reason: string }

function classify(scanned: Scanned): Outcome {
  switch (scanned.kind) {
    case 'read':
      return scanned
    case 'missing':
      return { kind: 'absent', reason: 'the node lists it but does not have it' }
    case 'foreign':
      return { kind: 'absent', reason: 'the node returned another transaction' }
    case 'malformed':
      return { kind: 'malformed', reason: 'the answer is not a transaction' }
    case 'refused': {
      const failure = toRpcError('getTransaction', scanned)
      if (!(failure instanceof RpcUnavailable)) return { kind: 'refused', reason: failure.message }
      return failure.isBusy ? { kind: 'busy' } : { kind: 'absent', reason: failure.message }
    }
  }
}

/** Asks once and returns the transactions that the node returns, in the order of `signatures`. */
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
    isPatient: false,
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

/** Returns true if listed transactions that the node did not return are all old enough to go on without them. */
export function canSkip(missing: readonly { blockTime?: number | null | undefined }[]): boolean {
  const beforeS = Date.now() / 1_000 - SKIPPED_AFTER_S
  return missing.every(({ blockTime }) => blockTime != null && blockTime < beforeS)
}
