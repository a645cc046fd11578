import { FLOW_KINDS } from '#contract/analysis/report.ts'
import type { SolPriceTick } from '#engine/trades/sol-price.ts'
import type { QuoteSwap } from '#engine/trades/quote-prices.ts'
import type { ValuedFlow } from '#engine/books/valued-flow.ts'
import { ByteReader, ByteWriter } from '#engine/scan/facts/byte-stream.ts'
import type { MintBalance } from './completeness.ts'
import type { Creation, Entry, LiquidityMove } from './dataset.ts'
import type { FlowFlag } from '#engine/scan/flow.ts'
import { createWindowState, type ReadFlow, type WindowState } from './window-reader.ts'

const FLAGS = [
  'dust',
  'funded',
  'order_fill',
  'quote_conflict',
  'no_pool',
  'multi',
  'token_route',
  'token_tax',
  'owner_unknown',
  'unpriced',
  'shared_quote',
] as const satisfies readonly FlowFlag[]

/** A part is closed at this size, because one growing list of bytes would need three times the memory. */
const PART_BYTES = 250_000

/**
 * Returns the state of a `WindowReader` as bytes to store, in ordered parts. The layout has no version: never read
 * bytes that another engine version wrote.
 */
export function encodeState(state: WindowState): Uint8Array[] {
  const writer = new StateWriter()
  writer.text(state.mint)
  writer.list(state.entries, (entry) => writer.entry(entry))
  writer.list([...state.signers], (address) => writer.text(address))
  writer.list([...state.unsigned], (address) => writer.text(address))
  writer.list([...state.accountPrograms], ([address, program]) => {
    writer.text(address)
    writer.text(program)
  })
  writer.list([...state.facing], ([address, parties]) => {
    writer.text(address)
    writer.list([...parties], (party) => writer.text(party))
  })
  writer.list(state.solTicks, ({ slot, lamports, microUsd }) => {
    writer.rows.count(slot)
    writer.rows.big(lamports)
    writer.rows.big(microUsd)
  })
  writer.list([...state.swaps], ([mint, swaps]) => {
    writer.text(mint)
    writer.list(swaps, (swap) => writer.swap(swap))
  })
  writer.list(state.balances, (balance) => writer.balance(balance))
  writer.list(state.flows, (read) => writer.flow(read))
  writer.list(state.liquidityMoves, ({ left, entered }) => {
    writer.list(left, (address) => writer.text(address))
    writer.list(entered, (address) => writer.text(address))
  })
  writer.list([...state.tippers], ([signature, payers]) => {
    writer.text(signature)
    writer.list(payers, (payer) => writer.text(payer))
  })
  writer.list(state.creation === null ? [] : [state.creation], (creation) =>
    writer.creation(creation),
  )
  writer.rows.count(state.failed)
  writer.rows.count(state.ownerUnknown)
  return writer.parts()
}

/** Decodes the state that `encodeState` wrote. */
export function decodeState(bytes: Uint8Array): WindowState {
  const reader = new StateReader(bytes)
  const text = (): string => reader.text()
  const texts = (): string[] => reader.list(text)
  const state = createWindowState(text())
  state.entries = reader.list(() => reader.entry())
  state.signers = new Set(texts())
  state.unsigned = new Set(texts())
  state.accountPrograms = new Map(reader.list(() => [text(), text()]))
  state.facing = new Map(reader.list(() => [text(), new Set(texts())]))
  state.solTicks = reader.list((): SolPriceTick => {
    return { slot: reader.count(), lamports: reader.big(), microUsd: reader.big() }
  })
  state.swaps = new Map(reader.list(() => [text(), reader.list(() => reader.swap())]))
  state.balances = reader.list(() => reader.balance())
  state.flows = reader.list(() => reader.flow(state))
  state.liquidityMoves = reader.list((): LiquidityMove => ({ left: texts(), entered: texts() }))
  state.tippers = new Map(reader.list(() => [text(), texts()]))
  state.creation = reader.list(() => reader.creation())[0] ?? null
  state.failed = reader.count()
  state.ownerUnknown = reader.count()
  return state
}

/** Writes each text once and its number in its place. Null and a number that is not known are 0, others one higher. */
class StateWriter {
  readonly rows = new ByteWriter()
  readonly #closed: Uint8Array[] = []
  readonly #places = new Map<string, number>()

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.rows.count(items.length)
    for (const item of items) {
      write(item)
      if (this.rows.length >= PART_BYTES) this.#closed.push(this.rows.take())
    }
  }

  text(text: string): void {
    this.rows.count(this.#place(text))
  }

  textOrNull(text: string | null): void {
    this.rows.count(text === null ? 0 : this.#place(text) + 1)
  }

  countOrNull(value: number | null): void {
    this.rows.count(value === null ? 0 : value + 1)
  }

  bit(value: boolean): void {
    this.rows.byte(value ? 1 : 0)
  }

  entry({ signature, slot, timeS, index }: Entry): void {
    // Signatures are rarely shared, so they get no number.
    this.rows.text(signature)
    this.rows.count(slot)
    this.countOrNull(timeS)
    this.countOrNull(index)
  }

  swap({ slot, pool, payer, amount, base, baseMint }: QuoteSwap): void {
    this.rows.count(slot)
    this.text(pool)
    this.text(payer)
    this.rows.big(amount)
    this.rows.big(base)
    this.text(baseMint)
  }

  balance({ account, owner, slot, before, after, isPlaced, isFailed }: MintBalance): void {
    this.text(account)
    this.textOrNull(owner)
    this.rows.count(slot)
    this.rows.big(before)
    this.rows.big(after)
    this.bit(isPlaced)
    this.bit(isFailed)
  }

  flow({ flow, flags, isSeveral, held }: ReadFlow): void {
    const { rows } = this
    rows.count(flow.order)
    this.text(flow.owner)
    rows.byte(FLOW_KINDS.indexOf(flow.kind))
    rows.big(flow.tokens)
    rows.big(flow.heldBefore)
    this.textOrNull(flow.quoteMint)
    rows.big(flow.quoteNet)
    this.textOrNull(flow.grossMint)
    rows.big(flow.quoteGross)
    rows.big(flow.taxedTokens)
    for (const lamports of [flow.feeLamports, flow.tipLamports, flow.rentLamports]) {
      rows.signed(Number(lamports))
    }
    this.bit(flow.isSigner)
    this.text(flow.payer)
    this.textOrNull(flow.pool)
    this.list(flags, (flag) => rows.byte(FLAGS.indexOf(flag)))
    this.bit(isSeveral)
    this.bit(held !== null)
    if (held === null) return
    rows.big(held.tokens)
    rows.big(held.quote)
  }

  creation({ slot, order, signature, payer, creators }: Creation): void {
    this.rows.count(slot)
    this.rows.count(order)
    this.text(signature)
    this.text(payer)
    this.list([...creators], (address) => this.text(address))
  }

  parts(): Uint8Array[] {
    const texts = new ByteWriter()
    texts.count(this.#places.size)
    for (const text of this.#places.keys()) texts.text(text)
    return [texts.take(), ...this.#closed, this.rows.take()]
  }

  #place(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.#places.set(text, this.#places.size)
    return this.#places.size - 1
  }
}

class StateReader {
  readonly #bytes: ByteReader
  readonly #texts: readonly string[]

  constructor(bytes: Uint8Array) {
    this.#bytes = new ByteReader(bytes)
    this.#texts = Array.from({ length: this.#bytes.count() }, () => this.#bytes.text())
  }

  list<T>(read: () => T): T[] {
    const count = this.#bytes.count()
    const items: T[] = []
    for (let nth = 0; nth < count; nth++) items.push(read())
    return items
  }

  count(): number {
    return this.#bytes.count()
  }

  big(): bigint {
    return this.#bytes.big()
  }

  text(): string {
    return this.#at(this.#bytes.count())
  }

  textOrNull(): string | null {
    const place = this.#bytes.count()
    return place === 0 ? null : this.#at(place - 1)
  }

  countOrNull(): number | null {
    const value = this.#bytes.count()
    return value === 0 ? null : value - 1
  }

  bit(): boolean {
    return this.#bytes.byte() === 1
  }

  entry(): Entry {
    const signature = this.#bytes.text()
    return { signature, slot: this.count(), timeS: this.countOrNull(), index: this.countOrNull() }
  }

  swap(): QuoteSwap {
    return {
      slot: this.count(),
      pool: this.text(),
      payer: this.text(),
      amount: this.big(),
      base: this.big(),
      baseMint: this.text(),
    }
  }

  balance(): MintBalance {
    return {
      account: this.text(),
      owner: this.textOrNull(),
      slot: this.count(),
      before: this.big(),
      after: this.big(),
      isPlaced: this.bit(),
      isFailed: this.bit(),
    }
  }

  /** @param of the state with its entries, which hold what all flows of a transaction share */
  flow({ mint, entries }: WindowState): ReadFlow {
    const order = this.count()
    const { signature, slot, timeS } = entries[order] ?? fail()
    const flow: ValuedFlow = {
      signature,
      slot,
      timeS,
      owner: this.text(),
      mint,
      kind: FLOW_KINDS[this.#bytes.byte()] ?? fail(),
      tokens: this.big(),
      heldBefore: this.big(),
      quoteMint: this.textOrNull(),
      quoteNet: this.big(),
      grossMint: this.textOrNull(),
      quoteGross: this.big(),
      taxedTokens: this.big(),
      feeLamports: this.#signed(),
      tipLamports: this.#signed(),
      rentLamports: this.#signed(),
      isSigner: this.bit(),
      payer: this.text(),
      pool: this.textOrNull(),
      flags: [],
      order,
      valueLamports: null,
      grossLamports: null,
      reserves: null,
    }
    const flags = this.list(() => FLAGS[this.#bytes.byte()] ?? fail())
    const isSeveral = this.bit()
    const held = this.bit() ? { tokens: this.big(), quote: this.big() } : null
    return { flow, flags, isSeveral, held }
  }

  creation(): Creation {
    return {
      slot: this.count(),
      order: this.count(),
      signature: this.text(),
      payer: this.text(),
      creators: new Set(this.list(() => this.text())),
    }
  }

  #signed(): bigint {
    return BigInt(this.#bytes.signed())
  }

  #at(place: number): string {
    return this.#texts[place] ?? fail()
  }
}

function fail(): never {
  throw new RangeError('the stored window is damaged')
}
