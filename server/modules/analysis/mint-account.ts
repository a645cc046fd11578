import bs58 from 'bs58'

import type { AccountInfo } from '#server/clients/solana-rpc-schemas.ts'

import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './known-addresses.ts'

export type MintFacts = {
  address: string
  decimals: number
  supplyRaw: bigint
  tokenProgram: string
  /** Null when nobody can mint any more. */
  mintAuthority: string | null
}

/** Layout of a mint (spl-token `state::Mint`): authority option and key, supply, decimals, initialised, … */
const MINT_SIZE = 82
const SUPPLY_AT = 36
const DECIMALS_AT = 44
const INITIALIZED_AT = 45
/** Token-2022 puts the kind of an extended account behind the longest base layout: 1 is a mint. */
const KIND_AT = 165
const KIND_MINT = 1

const isTokenProgram = (program: string): boolean =>
  program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM

/** Reads a mint's account; null when the account is something else. */
export function parseMint(address: string, { owner, data }: AccountInfo): MintFacts | null {
  const isMintSized =
    data.length === MINT_SIZE ||
    (owner === TOKEN_2022_PROGRAM && data.length > KIND_AT && data[KIND_AT] === KIND_MINT)
  if (!isTokenProgram(owner) || !isMintSized || data[INITIALIZED_AT] !== 1) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    address,
    decimals: data[DECIMALS_AT] ?? 0,
    supplyRaw: view.getBigUint64(SUPPLY_AT, true),
    tokenProgram: owner,
    mintAuthority: view.getUint32(0, true) === 1 ? bs58.encode(data.slice(4, 36)) : null,
  }
}

/** True for 32 bytes in base58. */
export function isAddress(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false
  return bs58.decode(text).length === 32
}
