import { createHash } from 'node:crypto'
import { encodeBase58 } from '#solana/base58.ts'
import { SYSTEM_PROGRAM } from '#solana/programs.ts'
import type { AccountState } from './account-state.ts'
import { isWritable, type WireMessage } from '#localnet/wire/wire-transaction.ts'

/** Layout of a nonce account: version u32, state u32, authority, stored hash, lamports per signature u64. */
const NONCE_ACCOUNT_BYTES = 80
const ADVANCE_NONCE_INSTRUCTION = 4

export type NonceState = { authority: string; blockhash: string; lamportsPerSignature: bigint }

export function parseNonce(account: AccountState): NonceState | null {
  if (account.owner !== SYSTEM_PROGRAM || account.data.length !== NONCE_ACCOUNT_BYTES) return null
  const data = Buffer.from(account.data)
  if (data.readUInt32LE(4) !== 1) return null
  return {
    authority: encodeBase58(data.subarray(8, 40)),
    blockhash: encodeBase58(data.subarray(40, 72)),
    lamportsPerSignature: data.readBigUInt64LE(72),
  }
}

/**
 * The value a nonce account gets when it is stored or advanced in the slot of a blockhash: the same for the whole slot,
 * unknown before it. LiteSVM instead derives it from the transaction's own blockhash, and no such value equals this.
 */
export const slotNonce = (blockhash: string): Uint8Array =>
  createHash('sha256').update(`nonce:${blockhash}`).digest()

/** A nonce account with another stored hash. */
export function withNonce(account: AccountState, nonce: Uint8Array): AccountState {
  const data = Uint8Array.from(account.data)
  data.set(nonce, 40)
  return { ...account, data }
}

/**
 * The nonce account a message relies on instead of a recent blockhash: its first instruction advances the nonce, the
 * stored hash is the message's, and the authority signs. Null when the message is no valid durable-nonce message.
 * Source: https://solana.com/developers/guides/advanced/introduction-to-durable-nonces
 */
export function durableNonceOf(
  message: WireMessage,
  keys: readonly string[],
  account: (address: string) => AccountState | null,
): string | null {
  const first = message.instructions[0]
  if (first === undefined || keys[first.programIdIndex] !== SYSTEM_PROGRAM) return null
  const data = Buffer.from(first.data)
  if (data.length < 4 || data.readUInt32LE(0) !== ADVANCE_NONCE_INSTRUCTION) return null
  const index = first.accounts[0]
  const address = index === undefined ? undefined : keys[index]
  if (index === undefined || address === undefined) return null
  if (!isWritable(message, 0, index)) return null
  const state = account(address)
  const nonce = state === null ? null : parseNonce(state)
  if (nonce === null || nonce.blockhash !== message.recentBlockhash) return null
  const signers = message.staticKeys.slice(0, message.header.numRequiredSignatures)
  const authoritySigns = first.accounts.some(
    (at) => keys[at] === nonce.authority && signers.includes(nonce.authority),
  )
  return authoritySigns ? address : null
}
