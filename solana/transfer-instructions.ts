import { isTokenProgram, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './programs.ts'

/** Account indexes of one transfer; `extras` are the accounts that follow the ones it needs. */
export type TransferAccounts = {
  readonly source: number
  readonly destination: number
  readonly amount: bigint
  readonly extras: readonly number[]
}

/** SystemInstruction::Transfer: u32 2, u64 lamports. Source: solana-system-interface, instruction.rs. */
const SYSTEM_TRANSFER = 2

/** A plain system transfer; transfers with a seed and nonce withdrawals are no wallet's own payment. */
export function readSolTransfer(
  program: string | undefined,
  accounts: readonly number[],
  data: Uint8Array,
): TransferAccounts | undefined {
  const [source, destination, ...extras] = accounts
  if (program !== SYSTEM_PROGRAM || source === undefined || destination === undefined)
    return undefined
  if (data.length < 12 || viewOf(data).getUint32(0, true) !== SYSTEM_TRANSFER) return undefined
  return { source, destination, amount: viewOf(data).getBigUint64(4, true), extras }
}

/**
 * Transfer, TransferChecked and Token-2022's TransferCheckedWithFee, by their tags.
 * Source: spl-token-interface, instruction.rs; token-2022, extension/transfer_fee/instruction.rs.
 */
const TRANSFER = 3
const TRANSFER_CHECKED = 12
const TRANSFER_FEE_EXTENSION = 26
const TRANSFER_CHECKED_WITH_FEE = 1

export function readTokenTransfer(
  program: string | undefined,
  accounts: readonly number[],
  data: Uint8Array,
): TransferAccounts | undefined {
  if (program === undefined || !isTokenProgram(program)) return undefined
  const layout = tokenLayout(program, data)
  if (layout === undefined || data.length < layout.amountAt + 8) return undefined
  const [source] = accounts
  const destination = accounts[layout.destinationAt]
  if (source === undefined || destination === undefined) return undefined
  return {
    source,
    destination,
    amount: viewOf(data).getBigUint64(layout.amountAt, true),
    extras: accounts.slice(layout.destinationAt + 2),
  }
}

function tokenLayout(program: string, data: Uint8Array) {
  const [tag, subTag] = data
  if (tag === TRANSFER) return { destinationAt: 1, amountAt: 1 }
  if (tag === TRANSFER_CHECKED) return { destinationAt: 2, amountAt: 1 }
  const isWithFee =
    program === TOKEN_2022_PROGRAM &&
    tag === TRANSFER_FEE_EXTENSION &&
    subTag === TRANSFER_CHECKED_WITH_FEE
  return isWithFee ? { destinationAt: 2, amountAt: 2 } : undefined
}

const viewOf = (data: Uint8Array): DataView =>
  new DataView(data.buffer, data.byteOffset, data.byteLength)
