import { isTokenProgram, SYSTEM_PROGRAM } from './programs.ts'
import { decodeSystemInstruction } from './system-instructions.ts'
import { decodeTokenInstruction, decodeTransferFeeInstruction } from './token-instructions.ts'

/** Account indexes of one transfer; `extras` are the accounts that follow the ones it needs. */
export type TransferAccounts = {
  readonly source: number
  readonly destination: number
  /** Lamports, or raw units of a token. */
  readonly amount: bigint
  readonly extras: readonly number[]
}

/** Returns a plain system transfer, or undefined. Seeded transfers and nonce withdrawals are no wallet's payment. */
export function readSolTransfer(
  program: string | undefined,
  accounts: readonly number[],
  data: Uint8Array,
): TransferAccounts | undefined {
  const instruction = program === SYSTEM_PROGRAM ? decodeSystemInstruction(data) : null
  const [source, destination, ...extras] = accounts
  return instruction?.type === 'transfer' && source !== undefined && destination !== undefined
    ? { source, destination, amount: instruction.lamports, extras }
    : undefined
}

/** Returns a Transfer, TransferChecked or, of Token-2022, TransferCheckedWithFee with the amount before its fee. */
export function readTokenTransfer(
  program: string | undefined,
  accounts: readonly number[],
  data: Uint8Array,
): TransferAccounts | undefined {
  if (program === undefined || !isTokenProgram(program)) return undefined
  const instruction = decodeTokenInstruction(data) ?? decodeTransferFeeInstruction(program, data)
  if (instruction?.type === 'transfer') return placeTransfer(accounts, 1, instruction.amount)
  const isChecked =
    instruction?.type === 'transferChecked' || instruction?.type === 'transferCheckedWithFee'
  return isChecked ? placeTransfer(accounts, 2, instruction.amount) : undefined
}

function placeTransfer(
  accounts: readonly number[],
  destinationAt: number,
  amount: bigint,
): TransferAccounts | undefined {
  const [source] = accounts
  const destination = accounts[destinationAt]
  return source === undefined || destination === undefined
    ? undefined
    : { source, destination, amount, extras: accounts.slice(destinationAt + 2) }
}
