import { ByteReader, ByteWriter } from './byte-stream.ts'
import { readRow, openSource, writeRow } from './facts-codec.ts'
import type { Evidence } from '#engine/window/dataset.ts'
import type { TransactionFacts } from './facts.ts'

/** A block is closed at this size, so that it never moves again. */
const BLOCK_BYTES = 1_000_000

type Row = { block: number; from: number; index: number | null }

/** Holds the facts of many transactions in a few hundred bytes each. Each read decodes one transaction. */
export class FactsTable {
  readonly #rows = new Map<string, Row>()
  readonly #texts: string[] = []
  readonly #places = new Map<string, number>()
  readonly #blocks: Uint8Array[] = []
  readonly #open = new ByteWriter()

  get size(): number {
    return this.#rows.size
  }

  has(signature: string): boolean {
    return this.#rows.has(signature)
  }

  /** Adds a transaction, unless it is in the table. */
  add(facts: TransactionFacts): void {
    if (this.#rows.has(facts.signature)) return
    const { signature, index } = facts
    this.#rows.set(signature, { block: this.#blocks.length, from: this.#open.length, index })
    writeRow(this.#open, facts, this.#place)
    if (this.#open.length >= BLOCK_BYTES) this.#blocks.push(this.#open.take())
  }

  /** Returns the position in the block; null if the node did not report it or the transaction is not in the table. */
  indexOf(signature: string): number | null {
    return this.#rows.get(signature)?.index ?? null
  }

  /** Returns a transaction that each read of `tx` decodes again. `tx` throws `RangeError` if the table lacks it. */
  evidence(signature: string, index: number | null): Evidence {
    return new TableEvidence(this, signature, index)
  }

  get(signature: string): TransactionFacts | undefined {
    const row = this.#rows.get(signature)
    if (!row) return undefined
    const block = this.#blocks[row.block] ?? this.#open.bytes()
    return readRow(openSource(new ByteReader(block.subarray(row.from)), this.#texts), signature)
  }

  readonly #place = (text: string): number => {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.#places.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }
}

class TableEvidence implements Evidence {
  readonly #table: FactsTable
  readonly #signature: string
  readonly index: number | null

  constructor(table: FactsTable, signature: string, index: number | null) {
    this.#table = table
    this.#signature = signature
    this.index = index
  }

  get tx(): TransactionFacts {
    const facts = this.#table.get(this.#signature)
    if (!facts) throw new RangeError(`${this.#signature} is not in the table`)
    return facts
  }
}
