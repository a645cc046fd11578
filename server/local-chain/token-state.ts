import { encodeBase58 } from './base58.ts'
import { isTokenProgram } from './programs.ts'

/** Binary layouts of SPL Token and Token-2022 state. Source: https://spl.solana.com/token (Mint, Account). */

export const MINT_BYTES = 82
export const TOKEN_ACCOUNT_BYTES = 165

/** Token-2022 writes the kind of an extended account right behind the base layout. */
const KIND_OFFSET = TOKEN_ACCOUNT_BYTES
const KIND_MINT = 1
const KIND_ACCOUNT = 2

export type AccountState = {
  lamports: bigint
  /** Owning program, base58. */
  owner: string
  data: Uint8Array
  executable: boolean
}

export type Mint = {
  mintAuthority: string | null
  supply: bigint
  decimals: number
  isInitialized: boolean
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

const view = (data: Uint8Array) => Buffer.from(data.buffer, data.byteOffset, data.byteLength)

function optionalKey(data: Buffer, offset: number): string | null {
  return data.readUInt32LE(offset) === 0
    ? null
    : encodeBase58(data.subarray(offset + 4, offset + 36))
}

export function parseMint(account: AccountState): Mint | null {
  const data = view(account.data)
  const isMint =
    isTokenProgram(account.owner) &&
    (data.length === MINT_BYTES || (data.length > KIND_OFFSET && data[KIND_OFFSET] === KIND_MINT))
  if (!isMint || data[45] !== 1) return null
  return {
    mintAuthority: optionalKey(data, 0),
    supply: data.readBigUInt64LE(36),
    decimals: data.readUInt8(44),
    isInitialized: true,
    freezeAuthority: optionalKey(data, 46),
  }
}

export function parseTokenAccount(account: AccountState): TokenAccount | null {
  const data = view(account.data)
  const isAccount =
    isTokenProgram(account.owner) &&
    (data.length === TOKEN_ACCOUNT_BYTES ||
      (data.length > KIND_OFFSET && data[KIND_OFFSET] === KIND_ACCOUNT))
  if (!isAccount || data[108] === 0) return null
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

export type UiTokenAmount = {
  amount: string
  decimals: number
  uiAmount: number | null
  uiAmountString: string
}

/** An amount as nodes write it: exact in `amount` and `uiAmountString`, a double in `uiAmount`. */
export function uiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}
