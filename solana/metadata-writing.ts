import { decodeValidAddress } from './base58.ts'
import { TOKEN_2022_PROGRAM } from './programs.ts'
import {
  METADATA_KEY,
  METADATA_PROGRAM,
  TOKEN_METADATA_EXTENSION,
  type TokenMetadata,
} from './token-metadata.ts'
import { TOKEN_ACCOUNT_BYTES } from './token-state.ts'

/**
 * Writes the metadata that `token-metadata.ts` reads: instructions that create it, and the bytes of the accounts.
 * Sources: https://developers.metaplex.com/token-metadata, https://docs.rs/spl-token-metadata-interface
 */

type Texts = Pick<TokenMetadata, 'name' | 'symbol' | 'uri'>

/** A creation of metadata, as an instruction describes it. */
export type MetadataCreation = Texts & {
  mint: string
  /** Address of the Metaplex account; null for the extension, which is part of the mint. */
  account: string | null
  updateAuthority: string | null
}

/** CreateMetadataAccount in its three versions. */
const CREATE_TAGS = [0, 16, 33]
const CREATE_V3 = 33
const [NAME_BYTES, SYMBOL_BYTES, URI_BYTES] = [32, 10, 200]
/** Hash of `spl_token_metadata_interface:initialize_account`, first eight bytes. */
const INITIALIZE = Uint8Array.of(210, 225, 30, 162, 88, 184, 77, 141)

const KIND_MINT = 1
/** Longer texts are not genuine names. */
const MAX_TEXT_BYTES = 1_000

/** Returns the instruction data that creates a Metaplex account with these texts. */
export const encodeCreateMetadata = (metadata: Texts): Uint8Array =>
  Buffer.concat([
    Uint8Array.of(CREATE_V3),
    ...encodeTexts(metadata),
    Buffer.alloc(2 + 3),
    Uint8Array.of(1, 0),
  ])

/** Returns the instruction data that writes these texts into a Token-2022 mint. */
export const encodeInitializeMetadata = (metadata: Texts): Uint8Array =>
  Buffer.concat([INITIALIZE, ...encodeTexts(metadata)])

/** Returns the metadata that an instruction creates; null for any other instruction. */
export function decodeMetadataCreation(
  program: string,
  accounts: readonly string[],
  data: Uint8Array,
): MetadataCreation | null {
  const [first = '', second = '', third = '', , fifth = null] = accounts
  if (program === METADATA_PROGRAM && CREATE_TAGS.includes(data[0] ?? -1)) {
    const read = readTexts(data, 1)
    return read && { ...read, mint: second, account: first, updateAuthority: fifth }
  }
  const isInitialize = INITIALIZE.every((byte, at) => data[at] === byte)
  if (program !== TOKEN_2022_PROGRAM || !isInitialize) return null
  const read = readTexts(data, INITIALIZE.length)
  return read && { ...read, mint: third, account: null, updateAuthority: second }
}

/** Returns the bytes of a Metaplex account. */
export const encodeMetadataAccount = ({
  mint,
  updateAuthority,
  ...metadata
}: MetadataCreation): Uint8Array =>
  Buffer.concat([
    Uint8Array.of(METADATA_KEY),
    encodeKeyOrZeros(updateAuthority),
    decodeValidAddress(mint),
    ...encodeTexts(metadata, [NAME_BYTES, SYMBOL_BYTES, URI_BYTES]),
    Buffer.alloc(2 + 1),
    Uint8Array.of(0, 1),
  ])

/** Returns the bytes of a Token-2022 mint with its texts: the plain mint, its kind, and the extension. */
export function encodeMintWithMetadata(
  mint: Uint8Array,
  { mint: address, updateAuthority, ...metadata }: MetadataCreation,
): Uint8Array {
  const value = Buffer.concat([
    encodeKeyOrZeros(updateAuthority),
    decodeValidAddress(address),
    ...encodeTexts(metadata),
    Buffer.alloc(4),
  ])
  const head = Buffer.alloc(4)
  head.writeUInt16LE(TOKEN_METADATA_EXTENSION, 0)
  head.writeUInt16LE(value.length, 2)
  const room = Buffer.alloc(TOKEN_ACCOUNT_BYTES - mint.length)
  return Buffer.concat([mint, room, Uint8Array.of(KIND_MINT), head, value])
}

const encodeKeyOrZeros = (address: string | null): Uint8Array =>
  address === null ? Buffer.alloc(32) : decodeValidAddress(address)

function encodeTexts(
  { name, symbol, uri }: Texts,
  room: readonly number[] = [0, 0, 0],
): Uint8Array[] {
  return [name, symbol, uri].flatMap((text, nth) => {
    const bytes = Buffer.from(text)
    const padded = Buffer.alloc(Math.max(bytes.length, room[nth] ?? 0))
    bytes.copy(padded)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(padded.length)
    return [length, padded]
  })
}

function readTexts(data: Uint8Array, from: number): Texts | null {
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const found: string[] = []
  for (let at = from; found.length < 3;) {
    if (at + 4 > view.length) return null
    const length = view.readUInt32LE(at)
    const end = at + 4 + length
    if (length > MAX_TEXT_BYTES || end > view.length) return null
    found.push(
      view
        .toString('utf8', at + 4, end)
        .replaceAll('\0', '')
        .trim(),
    )
    at = end
  }
  const [name = '', symbol = '', uri = ''] = found
  return { name, symbol, uri }
}
