import { ByteReader, ByteWriter } from './byte-stream.ts'
import type { Act, Instruction, LamportChange, TokenBalance, TransactionFacts } from './facts.ts'

/** Increase it when the layout changes, and keep reading older ones. */
const VERSION = 1
const ACTS = ['create', 'transfer', 'allocate', 'mint', 'burn', 'open', 'close', 'move'] as const

/**
 * Returns the facts of transactions as bytes to store. Addresses that several of them share are written once, so many
 * in one call are much smaller than one each.
 */
export function encodeFacts(transactions: readonly TransactionFacts[]): Uint8Array {
  const rows = new ByteWriter()
  const places = new Map<string, number>()
  const place = (text: string): number => {
    const known = places.get(text)
    if (known !== undefined) return known
    places.set(text, places.size)
    return places.size - 1
  }
  for (const facts of transactions) {
    rows.text(facts.signature)
    writeRow(rows, facts, place)
  }

  const whole = new ByteWriter()
  whole.byte(VERSION)
  whole.count(places.size)
  for (const text of places.keys()) whole.text(text)
  whole.count(transactions.length)
  whole.append(rows)
  return whole.take()
}

/** Decodes the facts that `encodeFacts` wrote. Throws `RangeError` for other bytes. */
export function decodeFacts(bytes: Uint8Array): TransactionFacts[] {
  const reader = new ByteReader(bytes)
  const version = reader.byte()
  if (version !== VERSION) throw new RangeError(`facts of version ${version} cannot be read`)
  const texts = Array.from({ length: reader.count() }, () => reader.text())
  const source = openSource(reader, texts)
  return Array.from({ length: reader.count() }, () => readRow(source, reader.text()))
}

export type Place = (text: string) => number
export type Source = { reader: ByteReader; text: () => string; textOrNull: () => string | null }

/** @param texts by the number that `Place` returned */
export function openSource(reader: ByteReader, texts: readonly string[]): Source {
  const at = (place: number): string => {
    const found = texts[place]
    if (found === undefined) throw new RangeError('the stored facts name an unknown address')
    return found
  }
  return {
    reader,
    text: () => at(reader.count()),
    // Places are stored one higher here, so that 0 means none.
    textOrNull: () => {
      const place = reader.count()
      return place === 0 ? null : at(place - 1)
    },
  }
}

/** Writes one transaction without its signature. `place` numbers the texts, which are kept apart. */
export function writeRow(writer: ByteWriter, facts: TransactionFacts, place: Place): void {
  writer.count(facts.slot)
  writer.count(facts.index === null ? 0 : facts.index + 1)
  writer.count(facts.timeS === null ? 0 : facts.timeS + 1)
  writer.byte(facts.isFailed ? 1 : 0)
  writer.count(facts.feeLamports)
  writer.count(facts.signerCount)
  writer.count(facts.keys.length)
  for (const address of facts.keys) writer.count(place(address))
  writer.count(facts.lamports.length)
  for (const { index, before, delta } of facts.lamports) {
    writer.count(index)
    writer.amount(before)
    writer.signed(delta)
  }
  writer.count(facts.balances.length)
  for (const balance of facts.balances) writeBalance(writer, balance, place)
  writer.count(facts.instructions.length)
  for (const instruction of facts.instructions) writeInstruction(writer, instruction, place)
}

export function readRow(source: Source, signature: string): TransactionFacts {
  const { reader, text } = source
  const slot = reader.count()
  const index = reader.count()
  const timeS = reader.count()
  return {
    signature,
    slot,
    index: index === 0 ? null : index - 1,
    timeS: timeS === 0 ? null : timeS - 1,
    isFailed: reader.byte() === 1,
    feeLamports: reader.count(),
    signerCount: reader.count(),
    keys: readMany(reader, text),
    lamports: readMany(reader, (): LamportChange => {
      return { index: reader.count(), before: reader.count(), delta: reader.signed() }
    }),
    balances: readMany(reader, () => readBalance(source)),
    instructions: readMany(reader, () => readInstruction(source)),
  }
}

function readMany<T>(reader: ByteReader, read: () => T): T[] {
  const count = reader.count()
  const items: T[] = []
  for (let nth = 0; nth < count; nth++) items.push(read())
  return items
}

function writeBalance(writer: ByteWriter, balance: TokenBalance, place: Place): void {
  const { index, mint, owner, programId, decimals, before, after } = balance
  writer.count(index)
  writer.count(place(mint))
  writer.count(owner === null ? 0 : place(owner) + 1)
  writer.count(programId === null ? 0 : place(programId) + 1)
  writer.count(decimals)
  writer.big(before)
  // Most token accounts that a transaction names do not change.
  writer.byte(before === after ? 0 : 1)
  if (before !== after) writer.big(after)
}

function readBalance({ reader, text, textOrNull }: Source): TokenBalance {
  const index = reader.count()
  const mint = text()
  const owner = textOrNull()
  const programId = textOrNull()
  const decimals = reader.count()
  const before = reader.big()
  const after = reader.byte() === 0 ? before : reader.big()
  return { index, mint, owner, programId, decimals, before, after }
}

function writeInstruction(writer: ByteWriter, instruction: Instruction, place: Place): void {
  const { program, outer, accounts, act } = instruction
  writer.count(place(program))
  writer.count(outer)
  writer.count(accounts === null ? 0 : accounts.length + 1)
  for (const account of accounts ?? []) writer.count(account + 1)
  if (act === null) return writer.byte(0)
  writer.byte(ACTS.indexOf(act.kind) + 1)
  writeAct(writer, act, place)
}

function writeAct(writer: ByteWriter, act: Act, place: Place): void {
  switch (act.kind) {
    case 'create':
    case 'transfer':
      writer.count(place(act.from))
      writer.count(place(act.to))
      return writer.big(BigInt(act.lamports))
    case 'allocate':
      return writer.count(place(act.to))
    case 'mint':
    case 'burn':
      writer.count(place(act.account))
      writer.count(place(act.mint))
      return writer.big(act.amount)
    case 'open':
      writer.count(place(act.account))
      writer.count(place(act.mint))
      return writer.count(place(act.owner))
    case 'close':
      writer.count(place(act.account))
      writer.count(place(act.destination))
      return writer.count(place(act.owner))
    case 'move':
      writer.count(place(act.source))
      return writer.count(place(act.destination))
  }
}

function readInstruction(source: Source): Instruction {
  const { reader, text } = source
  const program = text()
  const outer = reader.count()
  const named = reader.count()
  let accounts: number[] | null = null
  if (named > 0) {
    accounts = []
    for (let nth = 1; nth < named; nth++) accounts.push(reader.count() - 1)
  }
  const kind = ACTS[reader.byte() - 1]
  return { program, outer, accounts, act: kind === undefined ? null : readAct(source, kind) }
}

function readAct({ reader, text }: Source, kind: Act['kind']): Act {
  switch (kind) {
    case 'create':
    case 'transfer':
      return { kind, from: text(), to: text(), lamports: reader.count() }
    case 'allocate':
      return { kind, to: text() }
    case 'mint':
    case 'burn':
      return { kind, account: text(), mint: text(), amount: reader.big() }
    case 'open':
      return { kind, account: text(), mint: text(), owner: text() }
    case 'close':
      return { kind, account: text(), destination: text(), owner: text() }
    case 'move':
      return { kind, source: text(), destination: text() }
  }
}
