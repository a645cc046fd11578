import { LiteSvm } from 'litesvm/dist/internal.js'

/** A LiteSVM set up to execute only; the chain decides what may be executed. */
export function freshSvm(): LiteSvm {
  const svm = new LiteSvm()
  svm.withNativeMints()
  // The chain has its own window of 150 blockhashes and its own record of signatures; LiteSVM keeps one hash only.
  svm.setBlockhashCheck(false)
  // A short history is still needed to tell a failed transaction that landed from one that was never included.
  svm.setTransactionHistory(64n)
  return svm
}
