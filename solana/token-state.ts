import {
  getBooleanCodec,
  getLiteralUnionCodec,
  getNullableCodec,
  getStructCodec,
  getU32Codec,
  getU64Codec,
  getU8Codec,
} from '@solana/codecs'
import { decodeOrNull, keyCodec } from './codec.ts'
import { isTokenProgram, TOKEN_2022_PROGRAM } from './programs.ts'

/** State of SPL Token and Token-2022 accounts. Source: https://docs.rs/spl-token-interface (Mint, Account, Multisig). */

export const MINT_BYTES = 82
export const TOKEN_ACCOUNT_BYTES = 165

/** Token-2022 writes the type of an extended account after the size of a token account. */
const KIND_OFFSET = TOKEN_ACCOUNT_BYTES
const KIND_MINT = 1
const KIND_ACCOUNT = 2
/** A multisig has no type byte. No extended account of Token-2022 has the length of a multisig. */
const MULTISIG_BYTES = 355

const optional = { prefix: getU32Codec(), noneValue: 'zeroes' } as const
const optionalKey = getNullableCodec(keyCodec, optional)

export const mintCodec = getStructCodec([
  ['mintAuthority', optionalKey],
  ['supply', getU64Codec()],
  ['decimals', getU8Codec()],
  ['isInitialized', getBooleanCodec()],
  ['freezeAuthority', optionalKey],
])

export const tokenAccountCodec = getStructCodec([
  ['mint', keyCodec],
  ['owner', keyCodec],
  ['amount', getU64Codec()],
  ['delegate', optionalKey],
  ['state', getLiteralUnionCodec(['uninitialized', 'initialized', 'frozen'])],
  ['nativeReserve', getNullableCodec(getU64Codec(), optional)],
  ['delegatedAmount', getU64Codec()],
  ['closeAuthority', optionalKey],
])

/** A mint. `supply` is in raw units; a revoked authority is null. */
export type Mint = {
  mintAuthority: string | null
  supply: bigint
  decimals: number
  freezeAuthority: string | null
}

export type TokenAccount = {
  mint: string
  owner: string
  amount: bigint
  delegate: string | null
  state: 'initialized' | 'frozen'
  /** Lamports kept for rent when the account wraps SOL, otherwise null. */
  nativeReserve: bigint | null
  delegatedAmount: bigint
  closeAuthority: string | null
}

/** An account's bytes and the address of the program that owns them. */
type OwnedBytes = { readonly owner: string; readonly data: Uint8Array }

/** Returns the mint in an account, or null when it holds something else or is not initialized. */
export function parseMint(account: OwnedBytes): Mint | null {
  if (!holds(account, MINT_BYTES, KIND_MINT)) return null
  const decoded = decodeOrNull(mintCodec, account.data)
  if (decoded === null) return null
  const { isInitialized, ...mint } = decoded
  return isInitialized ? mint : null
}

/** Returns the token account in an account, or null when it holds something else or is not initialized. */
export function parseTokenAccount(account: OwnedBytes): TokenAccount | null {
  if (!holds(account, TOKEN_ACCOUNT_BYTES, KIND_ACCOUNT)) return null
  const decoded = decodeOrNull(tokenAccountCodec, account.data)
  if (decoded === null) return null
  const { state, ...token } = decoded
  return state === 'uninitialized' ? null : { ...token, state }
}

function holds({ owner, data }: OwnedBytes, baseBytes: number, kind: number): boolean {
  if (data.length === baseBytes) return isTokenProgram(owner)
  return (
    owner === TOKEN_2022_PROGRAM && data.length !== MULTISIG_BYTES && data[KIND_OFFSET] === kind
  )
}
