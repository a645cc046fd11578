import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseExactJson, rawJSON } from '#solana/exact-json.ts'
import { ArchiveAccounts } from './archive-accounts.ts'
import { ArchiveIndex, type Entry } from './archive-index.ts'
import { readLine } from './archive-line.ts'
import type { RecordedTransaction } from './recorded-transaction.ts'
import { createMemoryLines, openLineFile, type LineStore } from './archive-lines.ts'
import { orderWithinSlot } from './archive-slot-order.ts'
import { loadSnapshot, saveSnapshot } from './archive-snapshot.ts'
import type { ArchiveSource, ImportResult } from './archive-source.ts'

export type Archive = ArchiveSource & { countTransactions(): number }

const CHUNK_BYTES = 1 << 20
const LINES_PER_TURN = 64
const NAMED_REJECTIONS = 100
/** The archive writes a snapshot when this share of the lines, and at least the minimum size, is unsaved. */
const UNSAVED_SHARE = 0.1
const UNSAVED_BYTES = 1 << 20

/** Where a line is in the file, in bytes. */
type Place = { offset: number; length: number }

type Pending = { transaction: RecordedTransaction; bytes: Buffer }

/**
 * Opens recorded history: lines in `path` (JSONL, one `getTransaction` result each), an index in memory, and a
 * snapshot of that index beside the file for a fast start. Without a path everything stays in memory.
 */
export async function openArchive({ path }: { path?: string | undefined } = {}): Promise<Archive> {
  const lines = path === undefined ? createMemoryLines() : await openLineFile(path)
  const snapshotPath = path === undefined ? null : `${path}.index`
  const snapshot = snapshotPath === null ? null : await loadSnapshot(snapshotPath, lines)
  const index = new ArchiveIndex(snapshot?.state.index)
  const accounts = new ArchiveAccounts(snapshot?.state.accounts)
  let savedSize = snapshot?.size ?? 0
  const unsettled = new Set<number>()
  let lastImport: Promise<unknown> = Promise.resolve()

  function addTransaction(transaction: RecordedTransaction, place: Place): void {
    const { signature, slot, blockTime, transactionIndex, err, memo } = transaction
    const entry = index.add(
      { signature, slot, blockTime, transactionIndex, err, memo, ...place },
      transaction.accounts.map(({ address }) => address),
    )
    accounts.apply(entry, transaction)
    if (transactionIndex === null) unsettled.add(slot)
  }
  for (const { text, ...place } of lines.scan(savedSize)) {
    const reading = readLine(text)
    const isNew = reading.ok && index.find(reading.transaction.signature) === null
    if (isNew) addTransaction(reading.transaction, place)
  }

  await orderSlots(unsettled, { index, accounts, lines })

  async function save({ force }: { force: boolean }): Promise<void> {
    const unsaved = lines.size() - savedSize
    const isDue = unsaved >= UNSAVED_BYTES && unsaved >= lines.size() * UNSAVED_SHARE
    if (snapshotPath === null || unsaved === 0 || !(force || isDue)) return
    const size = lines.size()
    const state = { index: index.getState(), accounts: accounts.getState() }
    await saveSnapshot(snapshotPath, lines, state)
    savedSize = size
  }

  async function write(pending: Pending[]): Promise<void> {
    let offset = await lines.append(Buffer.concat(pending.map(({ bytes }) => bytes)))
    for (const { transaction, bytes } of pending) {
      addTransaction(transaction, { offset, length: bytes.length - 1 })
      offset += bytes.length
    }
  }

  async function importNow(given: AsyncIterable<string> | Iterable<string>): Promise<ImportResult> {
    const result = await addLines(given, { isKnown: (id) => index.find(id) !== null, write })
    if (result.added > 0) await lines.sync()
    await orderSlots(unsettled, { index, accounts, lines })
    await save({ force: false })
    return result
  }

  return {
    importLines(given) {
      const run = lastImport.then(() => importNow(given))
      lastImport = run.catch(() => undefined)
      return run
    },
    countTransactions: () => index.size,
    has: (signature) => index.find(signature) !== null,
    findTransaction(signature) {
      const entry = index.find(signature)
      return entry === null
        ? null
        : parseExactJson(lines.read(entry.offset, entry.length), (digits) => rawJSON(digits))
    },
    listSignatures: (address, page) => index.listPage(address, page),
    findAccount: (address) => accounts.findAccount(address),
    findTokenSupply: (mint) => accounts.findSupply(mint),
    listLargestAccounts: (mint) => accounts.listLargest(mint),
    getBlockTime: (slot) => index.getBlockTime(slot),
    async close() {
      await lastImport
      await save({ force: true })
      await lines.close()
    },
  }
}

/** Writes the lines in chunks and counts the outcomes. */
async function addLines(
  given: AsyncIterable<string> | Iterable<string>,
  {
    isKnown,
    write,
  }: { isKnown: (signature: string) => boolean; write: (pending: Pending[]) => Promise<void> },
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, duplicates: 0, rejected: 0, rejections: [] }
  let pending: Pending[] = []
  let pendingBytes = 0
  const pendingSignatures = new Set<string>()
  let line = 0
  for await (const text of given) {
    line += 1
    if (line % LINES_PER_TURN === 0) await nextTurn()
    if (text.trim() === '') continue
    const reading = readLine(text)
    if (!reading.ok) {
      result.rejected += 1
      if (result.rejected <= NAMED_REJECTIONS) {
        result.rejections.push({ line, reason: reading.reason })
      }
      continue
    }
    const { signature } = reading.transaction
    if (isKnown(signature) || pendingSignatures.has(signature)) {
      result.duplicates += 1
      continue
    }
    const bytes = Buffer.from(`${reading.text}\n`)
    pending.push({ transaction: reading.transaction, bytes })
    pendingSignatures.add(signature)
    pendingBytes += bytes.length
    result.added += 1
    if (pendingBytes >= CHUNK_BYTES) {
      await write(pending)
      pending = []
      pendingBytes = 0
      pendingSignatures.clear()
    }
  }
  if (pending.length > 0) await write(pending)
  return result
}

/** Derives the order within slots from the balances, then updates each account from its last transaction. */
async function orderSlots(
  unsettled: Set<number>,
  { index, accounts, lines }: { index: ArchiveIndex; accounts: ArchiveAccounts; lines: LineStore },
): Promise<void> {
  let read = 0
  for (const slot of unsettled) {
    const entries = index.listUnplaced(slot)
    if (entries.length < 2) continue
    const members = entries.flatMap((entry) => {
      const reading = readLine(lines.read(entry.offset, entry.length))
      return reading.ok ? [toSlotMember(entry, reading.transaction)] : []
    })
    orderWithinSlot(members).forEach(({ entry, transaction }, rank) => {
      const addresses = transaction.accounts.map(({ address }) => address)
      index.setRank(entry, rank, addresses)
    })
    for (const { entry, transaction } of members) accounts.applyBalances(entry, transaction)
    read += entries.length
    if (read >= LINES_PER_TURN) {
      read = 0
      await nextTurn()
    }
  }
  unsettled.clear()
}

function toSlotMember(entry: Entry, transaction: RecordedTransaction) {
  const changes = transaction.accounts.flatMap((account) => {
    const { address, lamportsBefore, amountBefore, lamportsAfter, holdingAfter } = account
    const before = `${lamportsBefore} ${amountBefore ?? ''}`
    const after = `${lamportsAfter} ${holdingAfter?.amount ?? ''}`
    return before === after ? [] : [{ address, before, after }]
  })
  return { ordinal: entry.ordinal, changes, entry, transaction }
}
