import { encodeBase58 } from '#solana/base58.ts'

/** The addresses of a table begin at this byte. Source: https://docs.rs/solana-address-lookup-table-interface. */
export const LOOKUP_TABLE_META_BYTES = 56

export const readTableAddresses = (data: Uint8Array): string[] =>
  Array.from({ length: Math.floor((data.length - LOOKUP_TABLE_META_BYTES) / 32) }, (_, index) => {
    const start = LOOKUP_TABLE_META_BYTES + 32 * index
    return encodeBase58(data.subarray(start, start + 32))
  })
