import {
  getNullableCodec,
  getStructCodec,
  getTupleCodec,
  getU16Codec,
  getU64Codec,
  type Decoder,
} from '@solana/codecs'
import { keyCodec } from './codec.ts'
import { TOKEN_ACCOUNT_BYTES } from './token-state.ts'

/** Entries begin after the size of a token account and one byte for the kind of the account. */
const FIRST_ENTRY = TOKEN_ACCOUNT_BYTES + 1
const UNINITIALIZED = 0

export const TRANSFER_FEE_CONFIG = 1

type Extension = { readonly type: number; readonly value: Uint8Array }

const entryHead = getTupleCodec([getU16Codec(), getU16Codec()])

/**
 * Returns the extensions of a Token-2022 account. Like the program, it ends at the first uninitialized entry, and at one
 * that exceeds the data. Source: https://docs.rs/spl-token-2022-interface (extension)
 */
export function readExtensions(data: Uint8Array): Extension[] {
  const extensions: Extension[] = []
  let offset = FIRST_ENTRY
  while (offset + entryHead.fixedSize <= data.length) {
    const [type, length] = entryHead.decode(data, offset)
    const start = offset + entryHead.fixedSize
    offset = start + length
    if (type === UNINITIALIZED || offset > data.length) break
    extensions.push({ type, value: data.subarray(start, offset) })
  }
  return extensions
}

/** A key that is null when all of its bytes are zero. */
export const zeroableKey = getNullableCodec(keyCodec, { prefix: null, noneValue: 'zeroes' })

const transferFee = getStructCodec([
  ['epoch', getU64Codec()],
  ['maximumFee', getU64Codec()],
  ['transferFeeBasisPoints', getU16Codec()],
])

export const transferFeeConfigCodec = getStructCodec([
  ['transferFeeConfigAuthority', zeroableKey],
  ['withdrawWithheldAuthority', zeroableKey],
  ['withheldAmount', getU64Codec()],
  ['olderTransferFee', transferFee],
  ['newerTransferFee', transferFee],
])

/** Extensions that affect amounts and authority, by type. Fields have the names of the `jsonParsed` encoding. */
export const EXTENSION_CODECS: ReadonlyMap<number, Decoder<object>> = new Map<
  number,
  Decoder<object>
>([
  [TRANSFER_FEE_CONFIG, transferFeeConfigCodec],
  [2, getStructCodec([['withheldAmount', getU64Codec()]])],
  [3, getStructCodec([['closeAuthority', zeroableKey]])],
  [12, getStructCodec([['delegate', zeroableKey]])],
  [
    14,
    getStructCodec([
      ['authority', zeroableKey],
      ['programId', zeroableKey],
    ]),
  ],
  [
    18,
    getStructCodec([
      ['authority', zeroableKey],
      ['metadataAddress', zeroableKey],
    ]),
  ],
])
