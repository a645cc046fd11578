import { encodeBase58 } from '#solana/base58.ts'
import type { Execution, LoadedKeys, Resolution, Simulation } from './bank.ts'
import { BLOCKHASH_WINDOW_SLOTS } from './blockhashes.ts'
import type { Chain } from './chain.ts'
import { findDurableNonce, deriveSlotNonce } from './durable-nonce.ts'
import { executeTransaction } from './execute-transaction.ts'
import { ChainRpcError, RPC_ERROR } from '#localnet/rpc/rpc-error.ts'
import {
  createUnitLimitInstruction,
  createTransferInstruction,
} from '#solana/system-instructions.ts'
import { describeTransactionError, type TransactionError } from './transaction-error.ts'
import { signTransaction } from '#solana/sign-transaction.ts'
import { decodeTransaction, type Transaction } from '#solana/transaction.ts'

const NOTHING_RUN: Omit<Simulation, 'error'> = {
  logs: [],
  innerInstructions: [],
  unitsConsumed: 0,
  returnData: null,
  postAccounts: new Map(),
}

/**
 * Executes a transaction like `sendTransaction` and returns its signature once it is in the journal. With
 * `skipPreflight`, a transaction that cannot land is dropped but still returns its signature, as in validators.
 * Throws ChainRpcError when the preflight fails.
 */
export async function submit(
  chain: Chain,
  transaction: Transaction,
  { skipPreflight }: { skipPreflight: boolean },
): Promise<string> {
  const signature = transaction.signatures[0] ?? ''
  const slot = chain.getSlot()
  const known = chain.history.find(signature)
  if (known !== undefined) {
    if (!skipPreflight) throw createPreflightError('AlreadyProcessed', NOTHING_RUN)
    await chain.waitUntilDurable(known)
    return signature
  }
  const admission = admit(chain, transaction, slot)
  if (!admission.ok) {
    if (skipPreflight) return signature
    throw createPreflightError(admission.error, NOTHING_RUN)
  }
  if (!skipPreflight) {
    const simulation = chain.bank.simulate(transaction.bytes, { verifySignatures: true })
    if (simulation.error !== null) throw createPreflightError(simulation.error, simulation)
  }
  const blockTime = chain.time.getBlockTime(slot)
  const nonce = {
    account: admission.nonceAccount,
    value: deriveSlotNonce(chain.blockhashes.derive(slot)),
  }
  const landing = executeTransaction(chain.bank, transaction, admission, { slot, blockTime, nonce })
  if ('notIncluded' in landing) return signature
  await chain.record(landing).durable
  return signature
}

export function simulate(
  chain: Chain,
  transaction: Transaction,
  { verifySignatures, checkBlockhash }: { verifySignatures: boolean; checkBlockhash: boolean },
): Simulation & { loaded: LoadedKeys | null } {
  const slot = chain.getSlot()
  const isKnown = chain.history.find(transaction.signatures[0] ?? '') !== undefined
  if (isKnown && verifySignatures) {
    return { ...NOTHING_RUN, error: 'AlreadyProcessed', loaded: null }
  }
  const admission = checkBlockhash
    ? admit(chain, transaction, slot)
    : chain.bank.resolve(transaction.message)
  if (!admission.ok) return { ...NOTHING_RUN, error: admission.error, loaded: null }
  const simulation = chain.bank.simulate(transaction.bytes, { verifySignatures })
  return { ...simulation, loaded: admission.loaded }
}

type Admission =
  | (Resolution & { ok: true } & { nonceAccount: string | null })
  | (Resolution & { ok: false })

function admit({ bank, blockhashes }: Chain, { message }: Transaction, slot: number): Admission {
  const resolution = bank.resolve(message)
  if (!resolution.ok) return resolution
  if (blockhashes.findValidSlot(message.recentBlockhash, slot) !== null) {
    return { ...resolution, nonceAccount: null }
  }
  const nonceAccount = findDurableNonce(message, resolution.keys, (address) =>
    bank.findAccount(address),
  )
  // A nonce stored in this slot can be advanced in the next slot at the earliest.
  const isTooEarly =
    message.recentBlockhash === encodeBase58(deriveSlotNonce(blockhashes.derive(slot)))
  return nonceAccount === null || isTooEarly
    ? { ok: false, error: 'BlockhashNotFound' }
    : { ...resolution, nonceAccount }
}

function createPreflightError(
  error: TransactionError,
  run: Omit<Execution, 'error'>,
): ChainRpcError {
  if (error === 'SignatureFailure') {
    return new ChainRpcError(
      RPC_ERROR.signatureVerificationFailure,
      'Transaction signature verification failure',
    )
  }
  return new ChainRpcError(
    RPC_ERROR.preflightFailure,
    `Transaction simulation failed: ${describeTransactionError(error)}`,
    {
      accounts: null,
      err: error,
      innerInstructions: null,
      logs: run.logs,
      replacementBlockhash: null,
      returnData: null,
      unitsConsumed: run.unitsConsumed,
    },
  )
}

/** Compute-unit limits an airdrop may carry: enough for two instructions, the rest makes each transaction unique. */
const AIRDROP_MIN_UNITS = 1_000
const AIRDROP_UNIT_SPREAD = 1_000_000

/** Sends lamports from the faucet in an ordinary transaction. Throws ChainRpcError when it cannot land. */
export async function airdrop(chain: Chain, address: string, lamports: bigint): Promise<string> {
  const units = AIRDROP_MIN_UNITS + (chain.history.length % AIRDROP_UNIT_SPREAD)
  const bytes = signTransaction({
    instructions: [
      createUnitLimitInstruction(units),
      createTransferInstruction(chain.faucet.address, address, lamports),
    ],
    recentBlockhash: chain.blockhashes.derive(chain.getSlot()),
    signers: [chain.faucet],
  })
  return submit(chain, decodeTransaction(bytes), { skipPreflight: false })
}

export const getLastValidBlockHeight = (slot: number) => slot + BLOCKHASH_WINDOW_SLOTS
