import { encodeBase58 } from './base58.ts'
import { isTokenProgram, TOKEN_2022_PROGRAM } from './programs.ts'

/** Binary layouts of SPL Token and Token-2022 state. Source: https://spl.solana.com/token (Mint, Account, Multisig). */

export const MINT_BYTES = 82
export const TOKEN_ACCOUNT_BYTES = 165

/** Token-2022 writes the kind of an extended account, mint or holding, behind the room of a holding. */
const KIND_OFFSET = TOKEN_ACCOUNT_BYTES
const KIND_MINT = 1
const KIND_ACCOUNT = 2
/** A multisig has no kind: any byte may stand there. Token-2022 gives no extended account its length. */
const MULTISIG_BYTES = 355

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

/** An account's bytes and the program, in base58, that owns them. */
type OwnedBytes = { readonly owner: string; readonly data: Uint8Array }

/** The mint in an account; null when it holds something else or is not initialised. */
export function parseMint(account: OwnedBytes): Mint | null {
  const data = view(account.data)
  if (!holds(account, MINT_BYTES, KIND_MINT) || data[45] !== 1) return null
  return {
    mintAuthority: optionalKey(data, 0),
    supply: data.readBigUInt64LE(36),
    decimals: data.readUInt8(44),
    freezeAuthority: optionalKey(data, 46),
  }
}

/** The holding in an account; null when it holds something else or is not initialised. */
export function parseTokenAccount(account: OwnedBytes): TokenAccount | null {
  const data = view(account.data)
  if (!holds(account, TOKEN_ACCOUNT_BYTES, KIND_ACCOUNT) || data[108] === 0) return null
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: data.readBigUInt64LE(64),
    delegate: optionalKey(data, 72),
    state: data[108] === 2 ? 'frozen' : 'initialized',
    nativeReserve: data.readUInt32LE(109) === 0 ? null : data.readBigUInt64LE(113),
    delegatedAmount: data.readBigUInt64LE(121),
    closeAuthority: optionalKey(data, 129),
  }
}

function holds({ owner, data }: OwnedBytes, baseBytes: number, kind: number): boolean {
  if (data.length === baseBytes) return isTokenProgram(owner)
  return (
    owner === TOKEN_2022_PROGRAM && data.length !== MULTISIG_BYTES && data[KIND_OFFSET] === kind
  )
}

const view = (data: Uint8Array) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)

function optionalKey(data: Buffer, offset: number): string | null {
  return data.readUInt32LE(offset) === 0
    ? null
    : encodeBase58(data.subarray(offset + 4, offset + 36))
}
