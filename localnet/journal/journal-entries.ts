import type { LandedTransaction } from '#localnet/archive/history.ts'
import { JournalError } from './journal-file.ts'
import type { AccountState } from '#localnet/svm/account-state.ts'

/** Format of the journal's header and lines. u64 values are decimal strings, bytes are base64. */

export type ChainHeader = { seed: string; genesisMs: number; slotMs: number }

type StoredAccount = { lamports: string; owner: string; data: string; executable?: true }

type StoredTransaction = Omit<
  LandedTransaction,
  'bytes' | 'fee' | 'preBalances' | 'postBalances'
> & { bytes: string; fee: string; preBalances: string[]; postBalances: string[] }

export type ChainEntry =
  | {
      kind: 'transaction'
      transaction: StoredTransaction
      accounts: Record<string, StoredAccount | null>
    }
  | { kind: 'warp'; slots: number }

export function readHeader(value: unknown): ChainHeader {
  const { seed, genesisMs, slotMs } = (value ?? {}) as Partial<Record<keyof ChainHeader, unknown>>
  const isSound =
    typeof seed === 'string' &&
    /^[0-9a-f]{64}$/.test(seed) &&
    typeof genesisMs === 'number' &&
    typeof slotMs === 'number' &&
    slotMs > 0
  if (!isSound) throw new JournalError('The chain journal has a header that no chain wrote')
  return { seed, genesisMs, slotMs }
}

/** A valid checksum proves that this code wrote the entries, so only their kinds are checked. */
export function readEntries(values: readonly unknown[]): ChainEntry[] {
  return values.map((value) => {
    const entry = value as ChainEntry
    if (entry.kind !== 'transaction' && entry.kind !== 'warp') {
      throw new JournalError('The chain journal holds an entry that no chain wrote')
    }
    return entry
  })
}

export function buildTransactionEntry(
  transaction: LandedTransaction,
  changes: ReadonlyMap<string, AccountState | null>,
): ChainEntry {
  return {
    kind: 'transaction',
    transaction: {
      ...transaction,
      bytes: toBase64(transaction.bytes),
      fee: transaction.fee.toString(),
      preBalances: transaction.preBalances.map(String),
      postBalances: transaction.postBalances.map(String),
    },
    accounts: Object.fromEntries(
      [...changes].map(([address, state]) => [
        address,
        state === null ? null : toStoredAccount(state),
      ]),
    ),
  }
}

export function readLandedTransaction(
  entry: ChainEntry & { kind: 'transaction' },
): LandedTransaction {
  const { transaction } = entry
  return {
    ...transaction,
    bytes: Buffer.from(transaction.bytes, 'base64'),
    fee: BigInt(transaction.fee),
    preBalances: transaction.preBalances.map(BigInt),
    postBalances: transaction.postBalances.map(BigInt),
  }
}

export function findLastAccounts(entries: readonly ChainEntry[]): Map<string, AccountState | null> {
  const last = new Map<string, StoredAccount | null>()
  for (const entry of entries) {
    if (entry.kind !== 'transaction') continue
    for (const [address, state] of Object.entries(entry.accounts)) last.set(address, state)
  }
  return new Map(
    [...last].map(([address, state]) => [
      address,
      state === null
        ? null
        : {
            lamports: BigInt(state.lamports),
            owner: state.owner,
            data: Buffer.from(state.data, 'base64'),
            executable: state.executable === true,
          },
    ]),
  )
}

function toStoredAccount({ lamports, owner, data, executable }: AccountState): StoredAccount {
  return {
    lamports: lamports.toString(),
    owner,
    data: toBase64(data),
    ...(executable ? { executable } : {}),
  }
}

const toBase64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
