import {
  Account,
  Clock,
  FailedTransactionMetadata,
  LiteSvm,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js'
import { LRUCache } from 'lru-cache'
import { decodeValidAddress, decodeBase58, encodeBase58 } from '#solana/base58.ts'
import { LOOKUP_TABLE_PROGRAM } from '#solana/programs.ts'
import type { Message, Transaction } from '#solana/transaction.ts'
import type { AccountState } from './account-state.ts'
import type { Blockhashes } from './blockhashes.ts'
import { type ChainTime, SLOTS_PER_EPOCH } from './chain-time.ts'
import { readTableAddresses } from './lookup-table.ts'
import { type TransactionError, toWireTransactionError } from './transaction-error.ts'

const SLOT_HASHES = 512
const RENT_EPOCH_EXEMPT = 0xffffffffffffffffn

/** Cached, because few programs own all accounts. */
const programBytes = new LRUCache<string, Uint8Array>({
  max: 1_000,
  memoMethod: decodeValidAddress,
})

export type LoadedKeys = { writable: readonly string[]; readonly: readonly string[] }

export type Resolution =
  | { ok: true; keys: readonly string[]; loaded: LoadedKeys }
  | { ok: false; error: TransactionError }

type InnerInstruction = {
  programIdIndex: number
  accounts: readonly number[]
  data: string
  stackHeight: number
}

export type InnerInstructions = { index: number; instructions: readonly InnerInstruction[] }

export type Execution = {
  error: TransactionError | null
  logs: readonly string[]
  innerInstructions: readonly InnerInstructions[]
  unitsConsumed: number
  returnData: { programId: string; data: string } | null
}

export type Simulation = Execution & { postAccounts: ReadonlyMap<string, AccountState> }

export type Bank = {
  /** Sets the slot of the next executions. Call it before each of them. */
  advanceTo(slot: number): void
  findAccount(address: string): AccountState | null
  /** `null` removes the account. */
  setAccount(address: string, account: AccountState | null): void
  listProgramAccounts(program: string): { address: string; account: AccountState }[]
  computeRentExemption(dataBytes: number): bigint
  resolve(message: Message): Resolution
  simulate(bytes: Uint8Array, options: { verifySignatures: boolean }): Simulation
  /** Executes and commits. `landed` is false when a validator would not include the transaction (no fee, no trace). */
  execute(transaction: Transaction): Execution & { landed: boolean }
}

export function createBank({
  blockhashes,
  time,
}: {
  blockhashes: Blockhashes
  time: ChainTime
}): Bank {
  const svm = createSvm()
  let syncedSlot = -1

  const findAccount = (address: string) => fromSvm(svm.getAccount(decodeValidAddress(address)))

  return {
    advanceTo(slot) {
      if (slot === syncedSlot) return
      syncedSlot = slot
      advance(svm, slot, { blockhashes, time })
    },
    findAccount,
    setAccount: (address, state) => svm.setAccount(decodeValidAddress(address), toSvm(state)),
    listProgramAccounts: (program) =>
      svm.getProgramAccounts(decodeValidAddress(program)).flatMap((entry) => {
        const state = fromSvm(entry.account())
        return state === null ? [] : [{ address: encodeBase58(entry.address), account: state }]
      }),
    computeRentExemption: (dataBytes) => svm.minimumBalanceForRentExemption(BigInt(dataBytes)),
    resolve: (message) => resolveKeys(message, findAccount),
    simulate(bytes, { verifySignatures }) {
      if (!verifySignatures) svm.setSigverify(false)
      try {
        const result = svm.simulateVersionedTransaction(bytes)
        const postAccounts = new Map<string, AccountState>()
        if (!(result instanceof FailedTransactionMetadata)) {
          for (const entry of result.postAccounts()) {
            const state = fromSvm(entry.account())
            if (state !== null) postAccounts.set(encodeBase58(entry.address), state)
          }
        }
        const error =
          result instanceof FailedTransactionMetadata ? toWireTransactionError(result) : null
        return { ...readMetadata(result.meta()), error, postAccounts }
      } finally {
        svm.setSigverify(true)
      }
    },
    execute({ bytes, signatures }) {
      const result = svm.sendVersionedTransaction(bytes)
      if (!(result instanceof FailedTransactionMetadata)) {
        return { ...readMetadata(result), error: null, landed: true }
      }
      const signature = decodeBase58(signatures[0] ?? '')
      const landed = signature !== null && svm.getTransaction(signature) !== null
      return { ...readMetadata(result.meta()), error: toWireTransactionError(result), landed }
    },
  }
}

function advance(
  svm: LiteSvm,
  slot: number,
  { blockhashes, time }: { blockhashes: Blockhashes; time: ChainTime },
): void {
  const epoch = Math.floor(slot / SLOTS_PER_EPOCH)
  svm.setClock(
    new Clock(
      BigInt(slot),
      BigInt(time.getBlockTime(Math.max(1, epoch * SLOTS_PER_EPOCH))),
      BigInt(epoch),
      BigInt(epoch + 1),
      BigInt(time.getBlockTime(slot)),
    ),
  )
  const count = Math.min(slot, SLOT_HASHES)
  svm.setSlotHashes(
    Array.from({ length: count }, (_, index) => ({
      slot: BigInt(slot - 1 - index),
      hash: blockhashes.derive(slot - 1 - index),
    })),
  )
}

function resolveKeys(
  message: Message,
  findAccount: (address: string) => AccountState | null,
): Resolution {
  const writable: string[] = []
  const readonly: string[] = []
  for (const { accountKey, writableIndexes, readonlyIndexes } of message.lookups) {
    const table = findAccount(accountKey)
    if (table === null) return { ok: false, error: 'AddressLookupTableNotFound' }
    if (table.owner !== LOOKUP_TABLE_PROGRAM) {
      return { ok: false, error: 'InvalidAddressLookupTableOwner' }
    }
    const addresses = readTableAddresses(table.data)
    if ([...writableIndexes, ...readonlyIndexes].some((index) => index >= addresses.length)) {
      return { ok: false, error: 'InvalidAddressLookupTableIndex' }
    }
    const at = (index: number) => addresses[index] ?? ''
    writable.push(...writableIndexes.map(at))
    readonly.push(...readonlyIndexes.map(at))
  }
  return {
    ok: true,
    keys: [...message.staticKeys, ...writable, ...readonly],
    loaded: { writable, readonly },
  }
}

function readMetadata(meta: TransactionMetadata): Omit<Execution, 'error'> {
  const innerInstructions: InnerInstructions[] = []
  meta.innerInstructions().forEach((list, index) => {
    if (list.length === 0) return
    const instructions = list.map((inner) => {
      const compiled = inner.instruction()
      return {
        programIdIndex: compiled.programIdIndex(),
        accounts: [...compiled.accounts()],
        data: encodeBase58(compiled.data()),
        stackHeight: inner.stackHeight(),
      }
    })
    innerInstructions.push({ index, instructions })
  })
  const returned = meta.returnData()
  const data = returned.data()
  return {
    logs: meta.logs(),
    innerInstructions,
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    returnData:
      data.length === 0
        ? null
        : {
            programId: encodeBase58(returned.programId()),
            data: Buffer.from(data).toString('base64'),
          },
  }
}

function fromSvm(account: Account | null): AccountState | null {
  if (account === null) return null
  const lamports = account.lamports()
  if (lamports === 0n && !account.executable()) return null
  return {
    lamports,
    owner: encodeBase58(account.owner()),
    data: account.data(),
    executable: account.executable(),
  }
}

function toSvm(state: AccountState | null): Account {
  return state === null
    ? new Account(0n, new Uint8Array(), new Uint8Array(32), false, 0n)
    : new Account(
        state.lamports,
        state.data,
        programBytes.memo(state.owner),
        state.executable,
        RENT_EPOCH_EXEMPT,
      )
}

/** Creates a LiteSVM that only executes; the chain decides what may run. */
export function createSvm(): LiteSvm {
  const svm = new LiteSvm()
  svm.withNativeMints()
  // The chain has its own window of 150 blockhashes and record of signatures; LiteSVM stores only one hash.
  svm.setBlockhashCheck(false)
  // LiteSVM needs a short history to distinguish a failed transaction that landed from one that was never included.
  svm.setTransactionHistory(64n)
  return svm
}
