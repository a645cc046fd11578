import { LiteSvm } from 'litesvm/dist/internal.js'
import { randomBytes } from 'node:crypto'
import { addressBytes } from './base58.ts'

/**
 * A LiteSVM whose own blockhash starts at a random value. LiteSVM otherwise starts every instance at the same one and
 * hashes on from there; durable nonces are derived from it, so after a restart used nonce values would come back.
 * The only way in is its snapshot, which holds the hash in clear.
 */
export function freshSvm(): LiteSvm {
  const pristine = new LiteSvm()
  const initialHash = addressBytes(pristine.latestBlockhash())
  const snapshot = Buffer.from(pristine.toBytes())
  const uniqueHash = randomBytes(32)
  let at = snapshot.indexOf(initialHash)
  if (at < 0) throw new Error('The LiteSVM snapshot does not hold its latest blockhash')
  for (; at >= 0; at = snapshot.indexOf(initialHash, at + 32)) uniqueHash.copy(snapshot, at)
  const svm = LiteSvm.fromBytes(snapshot)
  svm.withNativeMints()
  // The chain has its own window of 150 blockhashes and its own record of signatures; LiteSVM keeps one hash only.
  svm.setBlockhashCheck(false)
  // A short history is still needed to tell a failed transaction that landed from one that was never included.
  svm.setTransactionHistory(64n)
  return svm
}
