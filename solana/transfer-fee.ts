import { decodeOrNull } from './codec.ts'
import { TOKEN_2022_PROGRAM } from './programs.ts'
import { readExtensions, TRANSFER_FEE_CONFIG, transferFeeConfigCodec } from './token-extensions.ts'

/** The transfer fee of a Token-2022 mint: a share, rounded up, with a maximum in raw units. */
export type TransferFee = { readonly basisPoints: bigint; readonly maxFee: bigint }

const FULL_BASIS_POINTS = 10_000n

/** Returns the current and scheduled fees of a mint; empty without the extension. */
export function readTransferFees(mint: { owner: string; data: Uint8Array }): TransferFee[] {
  const extension =
    mint.owner === TOKEN_2022_PROGRAM
      ? readExtensions(mint.data).find(({ type }) => type === TRANSFER_FEE_CONFIG)
      : undefined
  const config = extension && decodeOrNull(transferFeeConfigCodec, extension.value)
  return config
    ? [config.olderTransferFee, config.newerTransferFee].map((fee) => ({
        maxFee: fee.maximumFee,
        basisPoints: BigInt(fee.transferFeeBasisPoints),
      }))
    : []
}

/** Returns the smallest raw amount of which at least `wanted` arrives, whichever of the fees applies. */
export function computeAmountBeforeFees(wanted: bigint, fees: readonly TransferFee[]): bigint {
  return fees
    .map((fee) => computeAmountBeforeFee(wanted, fee))
    .reduce((max, amount) => (amount > max ? amount : max), wanted)
}

function computeAmountBeforeFee(wanted: bigint, { basisPoints, maxFee }: TransferFee): bigint {
  const atMost = wanted + maxFee
  const left = FULL_BASIS_POINTS - basisPoints
  if (left <= 0n) return atMost
  const amount = (wanted * FULL_BASIS_POINTS + left - 1n) / left
  return amount < atMost ? amount : atMost
}
