import { LiteSvm } from 'litesvm/dist/internal.js'

/** Creates a LiteSVM that only executes; the chain decides what may run. */
export function freshSvm(): LiteSvm {
  const svm = new LiteSvm()
  svm.withNativeMints()
  // The chain has its own window of 150 blockhashes and record of signatures; LiteSVM stores only one hash.
  svm.setBlockhashCheck(false)
  // LiteSVM needs a short history to distinguish a failed transaction that landed from one that was never included.
  svm.setTransactionHistory(64n)
  return svm
}
