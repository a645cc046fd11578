import {
  addDecoderSizePrefix,
  getStructDecoder,
  getU32Decoder,
  getU8Decoder,
  getUtf8Decoder,
} from '@solana/codecs'
import { decodeValidAddress } from './base58.ts'
import { decodeOrNull, keyCodec } from './codec.ts'
import { deriveProgramAddress } from './program-address.ts'
import { readExtensions, zeroableKey } from './token-extensions.ts'

/** Texts of a token as its creator wrote them, without padding. They are untrusted. */
export type TokenMetadata = {
  name: string
  symbol: string
  uri: string
  /** Who may change them; null if they are final. */
  updateAuthority: string | null
}

export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/** First byte of a metadata account. */
export const METADATA_KEY = 4
/** Type of the Token-2022 extension that holds the texts in the mint. */
export const TOKEN_METADATA_EXTENSION = 19

const text = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder())
const fields = [
  ['updateAuthority', zeroableKey],
  ['mint', keyCodec],
  ['name', text],
  ['symbol', text],
  ['uri', text],
] as const
/** Source: https://developers.metaplex.com/token-metadata */
const metaplexDecoder = getStructDecoder([['key', getU8Decoder()], ...fields])
/** Source: https://docs.rs/spl-token-metadata-interface */
const extensionDecoder = getStructDecoder(fields)

/** Returns the address of the Metaplex account with a mint's metadata. */
export const deriveMetadataAddress = (mint: string): string =>
  deriveProgramAddress(
    [
      new TextEncoder().encode('metadata'),
      decodeValidAddress(METADATA_PROGRAM),
      decodeValidAddress(mint),
    ],
    METADATA_PROGRAM,
  )

/** Returns the metadata in a Metaplex account, or null if it holds something else or another mint's. */
export function parseMetadata(
  account: { owner: string; data: Uint8Array } | null,
  mint: string,
): TokenMetadata | null {
  if (account?.owner !== METADATA_PROGRAM) return null
  const decoded = decodeOrNull(metaplexDecoder, account.data)
  return decoded?.key === METADATA_KEY && decoded.mint === mint ? cleanMetadata(decoded) : null
}

/** Returns the metadata in a Token-2022 mint itself, or null without that extension. */
export function parseMintMetadata(data: Uint8Array, mint: string): TokenMetadata | null {
  const extension = readExtensions(data).find(({ type }) => type === TOKEN_METADATA_EXTENSION)
  const decoded = extension === undefined ? null : decodeOrNull(extensionDecoder, extension.value)
  return decoded?.mint === mint ? cleanMetadata(decoded) : null
}

/** Metaplex pads texts with zero bytes. */
const cleanMetadata = ({ name, symbol, uri, updateAuthority }: TokenMetadata): TokenMetadata => ({
  name: trimPadding(name),
  symbol: trimPadding(symbol),
  uri: trimPadding(uri),
  updateAuthority,
})

const trimPadding = (value: string): string => value.replaceAll('\0', '').trim()
