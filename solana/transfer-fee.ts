import { TOKEN_2022_PROGRAM } from './programs.ts'
import { TOKEN_ACCOUNT_BYTES } from './token-state.ts'

/** What a Token-2022 mint keeps of a transfer: a share rounded up, at most so many raw units. */
export type TransferFee = { readonly basisPoints: bigint; readonly most: bigint }

const FULL_BASIS_POINTS = 10_000n
const TRANSFER_FEE_CONFIG = 1
/** Two keys and what is withheld, then the older and the newer fee: epoch (u64), most (u64), basis points (u16). */
const FEE_OFFSETS = [72, 90] as const
const FEE_CONFIG_BYTES = 108

/**
 * The fees that a mint keeps now or may keep from its next epochs on; none for a mint without the extension. Layout:
 * entries of type (u16), length (u16) and value behind the account's kind
 * (https://github.com/solana-program/token-2022, extension/transfer_fee).
 */
export function transferFeesOf(mint: { owner: string; data: Uint8Array }): TransferFee[] {
  if (mint.owner !== TOKEN_2022_PROGRAM) return []
  const data = Buffer.from(mint.data.buffer, mint.data.byteOffset, mint.data.byteLength)
  let at = TOKEN_ACCOUNT_BYTES + 1
  while (at + 4 <= data.length) {
    const [type, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    const value = data.subarray(at + 4, at + 4 + length)
    if (type === TRANSFER_FEE_CONFIG && value.length >= FEE_CONFIG_BYTES) {
      return FEE_OFFSETS.map((offset) => ({
        most: value.readBigUInt64LE(offset + 8),
        basisPoints: BigInt(value.readUInt16LE(offset + 16)),
      }))
    }
    at += 4 + length
  }
  return []
}

/** The least raw amount to transfer of which `wanted` arrives under every one of the fees. */
export function amountBeforeFees(wanted: bigint, fees: readonly TransferFee[]): bigint {
  return fees
    .map((fee) => amountBeforeFee(wanted, fee))
    .reduce((most, amount) => (amount > most ? amount : most), wanted)
}

function amountBeforeFee(wanted: bigint, { basisPoints, most }: TransferFee): bigint {
  const atMost = wanted + most
  const left = FULL_BASIS_POINTS - basisPoints
  if (left <= 0n) return atMost
  const amount = (wanted * FULL_BASIS_POINTS + left - 1n) / left
  return amount < atMost ? amount : atMost
}
