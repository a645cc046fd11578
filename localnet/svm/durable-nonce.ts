import { createHash } from 'node:crypto'
import { getStructCodec, getU32Codec, getU64Codec } from '@solana/codecs'
import { keyCodec } from '#solana/codec.ts'
import { SYSTEM_PROGRAM } from '#solana/programs.ts'
import { decodeSystemInstruction } from '#solana/system-instructions.ts'
import type { AccountState } from './account-state.ts'
import { isWritable, type Message } from '#solana/transaction.ts'

const nonceCodec = getStructCodec([
  ['version', getU32Codec()],
  ['state', getU32Codec()],
  ['authority', keyCodec],
  ['blockhash', keyCodec],
  ['lamportsPerSignature', getU64Codec()],
])
const INITIALIZED = 1

export type NonceState = { authority: string; blockhash: string; lamportsPerSignature: bigint }

export function parseNonce(account: AccountState): NonceState | null {
  if (account.owner !== SYSTEM_PROGRAM || account.data.length !== nonceCodec.fixedSize) return null
  const { state, authority, blockhash, lamportsPerSignature } = nonceCodec.decode(account.data)
  return state === INITIALIZED ? { authority, blockhash, lamportsPerSignature } : null
}

/**
 * Returns the nonce value for a slot: constant within the slot and unknown before it. LiteSVM derives it from the
 * transaction's own blockhash instead, so its values are never equal to these.
 */
export const deriveSlotNonce = (blockhash: string): Uint8Array =>
  createHash('sha256').update(`nonce:${blockhash}`).digest()

export function withNonce(account: AccountState, nonce: Uint8Array): AccountState {
  const data = Uint8Array.from(account.data)
  data.set(nonce, 40)
  return { ...account, data }
}

/**
 * Returns the nonce account that a message uses instead of a recent blockhash: its first instruction advances the
 * nonce, the stored hash matches, and the authority signs. Otherwise null. Source:
 * https://solana.com/developers/guides/advanced/introduction-to-durable-nonces
 */
export function findDurableNonce(
  message: Message,
  keys: readonly string[],
  findAccount: (address: string) => AccountState | null,
): string | null {
  const first = message.instructions[0]
  if (first === undefined || keys[first.programIdIndex] !== SYSTEM_PROGRAM) return null
  if (decodeSystemInstruction(first.data)?.type !== 'advanceNonce') return null
  const index = first.accounts[0]
  const address = index === undefined ? undefined : keys[index]
  if (index === undefined || address === undefined) return null
  if (!isWritable(message, index)) return null
  const state = findAccount(address)
  const nonce = state === null ? null : parseNonce(state)
  if (nonce === null || nonce.blockhash !== message.recentBlockhash) return null
  const signers = message.staticKeys.slice(0, message.header.numRequiredSignatures)
  const authoritySigns = first.accounts.some(
    (at) => keys[at] === nonce.authority && signers.includes(nonce.authority),
  )
  return authoritySigns ? address : null
}
