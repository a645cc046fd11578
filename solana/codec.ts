import {
  addCodecSizePrefix,
  createDecoder,
  combineCodec,
  fixCodecSize,
  getBytesCodec,
  getShortU16Decoder,
  getShortU16Encoder,
  transformCodec,
  type Decoder,
} from '@solana/codecs'
import { decodeValidAddress, encodeBase58 } from './base58.ts'

const MAX_COUNT = 0xffff

/** The 32 bytes of an address or a blockhash, as base58 text. */
export const keyCodec = transformCodec(
  fixCodecSize(getBytesCodec(), 32),
  decodeValidAddress,
  (bytes) => encodeBase58(bytes.slice()),
)

/** Throws on a length that has a shorter encoding or exceeds 65,535. Validators refuse both; Kit's decoder does not. */
const countDecoder = createDecoder<number>({
  maxSize: 3,
  read(bytes, offset) {
    const [value, end] = getShortU16Decoder().read(bytes, offset)
    if (value > MAX_COUNT || end - offset !== getShortU16Encoder().getSizeFromValue(value)) {
      throw new RangeError('malformed length')
    }
    return [value, end]
  },
})

/** A length in `compact-u16`: seven bits a byte, low bits first, at most three bytes. */
export const countCodec = combineCodec(getShortU16Encoder(), countDecoder)

/** Bytes with a length prefix. */
export const countedBytesCodec = transformCodec(
  addCodecSizePrefix(getBytesCodec(), countCodec),
  (bytes: Uint8Array) => bytes,
  (bytes): Uint8Array => bytes.slice(),
)

/** Instructions of a program by tag: each has a name and the fields behind the tag. */
type Layouts = readonly (readonly [type: string, fields: Decoder<object>])[]

export type DecodedBy<L extends Layouts> = {
  [Index in keyof L]: L[Index] extends readonly [infer Type, Decoder<infer Fields>]
    ? { readonly type: Type } & Readonly<Fields>
    : never
}[number]

/**
 * Returns the named instruction with its fields, or null when the tag is unknown or the data too short. Programs ignore
 * bytes behind the last field, and so does this function.
 */
export function decodeByTag<const L extends Layouts>(
  layouts: L,
  tag: number,
  fields: Uint8Array,
): DecodedBy<L> | null {
  const layout = layouts[tag]
  const decoded = layout === undefined ? null : decodeOrNull(layout[1], fields)
  return layout === undefined || decoded === null
    ? null
    : // The compiler cannot connect the row that was found to its member of the union.
      ({ type: layout[0], ...decoded } as DecodedBy<L>)
}

/** Decodes the start of the bytes; null if they are too few or out of range. Ignores further bytes. */
export function decodeOrNull<T>(decoder: Decoder<T>, bytes: Uint8Array): T | null {
  try {
    return decoder.decode(bytes)
  } catch {
    // Decoders throw only if the bytes are too few or out of range.
    return null
  }
}
