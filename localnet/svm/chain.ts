import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { encodeBase58 } from '#solana/base58.ts'
import { createSignerFromText, type Signer } from '#solana/keys.ts'
import { SYSTEM_PROGRAM } from '#solana/programs.ts'
import { createBank, type Bank } from './bank.ts'
import { createBlockhashes, type Blockhashes } from './blockhashes.ts'
import {
  getCommitmentAt,
  createChainTime,
  getSlotWithCommitment,
  type ChainTime,
  type Commitment,
} from './chain-time.ts'
import {
  createHistory,
  lowerBound,
  type History,
  type HistoryEntry,
} from '#localnet/archive/history.ts'
import {
  readLandedTransaction,
  findLastAccounts,
  readEntries,
  readHeader,
  buildTransactionEntry,
  type ChainEntry,
  type ChainHeader,
} from '#localnet/journal/journal-entries.ts'
import { readJournal } from '#localnet/journal/journal-file.ts'
import { openJournal, type Journal } from '#localnet/journal/journal.ts'
import type { Landing } from './execute-transaction.ts'

/** 500 million SOL: more than any test needs and less than u64 allows. */
export const FAUCET_LAMPORTS = 500_000_000_000_000_000n

export type ChainOptions = {
  dir?: string | undefined
  /** Length of a slot of a new chain. An existing chain keeps its own. */
  slotMs?: number | undefined
  now?: (() => number) | undefined
}

export type Chain = {
  readonly genesisHash: string
  readonly faucet: Signer
  readonly bank: Bank
  readonly blockhashes: Blockhashes
  readonly history: History
  readonly time: ChainTime
  getSlot(): number
  findCommitment(entry: HistoryEntry): Commitment
  hasReached(entry: HistoryEntry, commitment: Commitment): boolean
  /** Returns how many transactions have the commitment: all at positions below it. */
  countWithCommitment(commitment: Commitment): number
  /** Adds a landed transaction. `durable` resolves when it is in the journal. */
  record(landing: Landing): { entry: HistoryEntry; durable: Promise<void> }
  waitUntilDurable(entry: HistoryEntry): Promise<void>
  /** Skips slots. Resolves with the new current slot when that is in the journal. */
  warp(slots: number): Promise<number>
  /** Calls the listener when slots change other than by the clock, and when a transaction is in the journal. */
  onChange(listener: (event: ChainChange) => void): void
  close(): Promise<void>
}

type ChainChange = { kind: 'warped' } | { kind: 'landed'; entry: HistoryEntry }

export async function openChain({
  dir,
  slotMs = 400,
  now = Date.now,
}: ChainOptions): Promise<Chain> {
  const newHeader = (): ChainHeader => ({
    seed: randomBytes(32).toString('hex'),
    genesisMs: now(),
    slotMs,
  })
  if (dir === undefined) return assemble(newHeader(), [], null, now)
  const path = join(dir, 'chain.journal')
  const content = readJournal(path, newHeader)
  const header = readHeader(content.header)
  const entries = readEntries(content.entries)
  return assemble(header, entries, await openJournal<ChainEntry>(path, content.bytes), now)
}

function assemble(
  header: ChainHeader,
  entries: readonly ChainEntry[],
  journal: Journal<ChainEntry> | null,
  now: () => number,
): Chain {
  const { history, warpedSlots } = restoreHistory(entries)
  const floorSlot = history.at(history.length - 1)?.slot ?? 0
  const time = createChainTime(header, { now, warpedSlots, floorSlot })
  const blockhashes = createBlockhashes(header.seed)
  const bank = createBank({ blockhashes, time })
  const faucet = createSignerFromText(`faucet:${header.seed}`)
  restoreAccounts(bank, faucet.address, entries)

  const listeners: ((event: ChainChange) => void)[] = []
  const announce = (event: ChainChange) => {
    for (const listener of listeners) listener(event)
  }
  let durableCount = history.length
  const landing = new Map<number, Promise<void>>()

  const getSlot = () => {
    const current = time.getSlot()
    bank.advanceTo(current)
    return current
  }
  // A crash could lose a transaction that is not in the journal, so it is at most processed.
  const findCommitment = (entry: HistoryEntry) =>
    entry.position < durableCount ? getCommitmentAt(entry.slot, getSlot()) : 'processed'

  async function finishLanding(entry: HistoryEntry, written: Promise<void>): Promise<void> {
    await written
    durableCount = Math.max(durableCount, entry.position + 1)
    landing.delete(entry.position)
    announce({ kind: 'landed', entry })
  }

  return {
    genesisHash: encodeBase58(createHash('sha256').update(header.seed).digest()),
    faucet,
    bank,
    blockhashes,
    history,
    time,
    getSlot,
    findCommitment,
    hasReached: (entry, commitment) => RANK[findCommitment(entry)] >= RANK[commitment],
    countWithCommitment(commitment) {
      if (commitment === 'processed') return history.length
      const newestSlot = getSlotWithCommitment(getSlot(), commitment)
      const bound = lowerBound(history, (entry) => entry.slot > newestSlot)
      return Math.min(bound, durableCount)
    },
    record({ transaction, changes }) {
      const entry = history.add(transaction)
      const durable = finishLanding(
        entry,
        journal?.append(buildTransactionEntry(transaction, changes)) ?? Promise.resolve(),
      )
      landing.set(entry.position, durable)
      return { entry, durable }
    },
    waitUntilDurable: async (entry) => {
      if (entry.position >= durableCount) await landing.get(entry.position)
    },
    async warp(slots) {
      time.warp(slots)
      const reached = getSlot()
      await journal?.append({ kind: 'warp', slots })
      announce({ kind: 'warped' })
      return reached
    },
    onChange: (listener) => {
      listeners.push(listener)
    },
    close: async () => journal?.close(),
  }
}

const RANK: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 2 }

function restoreHistory(entries: readonly ChainEntry[]) {
  const history = createHistory()
  let warpedSlots = 0
  for (const entry of entries) {
    if (entry.kind === 'transaction') history.add(readLandedTransaction(entry))
    else warpedSlots += entry.slots
  }
  return { history, warpedSlots }
}

function restoreAccounts(bank: Bank, faucet: string, entries: readonly ChainEntry[]): void {
  const genesis = {
    lamports: FAUCET_LAMPORTS,
    owner: SYSTEM_PROGRAM,
    data: new Uint8Array(),
    executable: false,
  }
  bank.setAccount(faucet, genesis)
  const accounts = [...findLastAccounts(entries)]
  // A program can be set only after the account with its code.
  const dataFirst = accounts.toSorted(
    ([, a], [, b]) => Number(a?.executable ?? false) - Number(b?.executable ?? false),
  )
  for (const [address, state] of dataFirst) bank.setAccount(address, state)
}
