import { createStore } from 'zustand/vanilla'

/** What the Local Dev Wallet asks its owner before it signs. */
export type ApprovalRequest = {
  readonly kind: 'message' | 'transaction'
  readonly address: string
  /** The text to be signed, or what the transaction does, line by line. */
  readonly text: string
}

type Pending = ApprovalRequest & { readonly decide: (isApproved: boolean) => void }

/** The question on the screen; further ones wait until it is decided. */
export const approvals = createStore<{ pending: readonly Pending[] }>(() => ({ pending: [] }))

/** Resolves with the owner's decision. */
export const askApproval = (request: ApprovalRequest): Promise<boolean> =>
  new Promise((resolve) => {
    const question: Pending = {
      ...request,
      decide: (isApproved) => {
        approvals.setState(({ pending }) => ({
          pending: pending.filter((other) => other !== question),
        }))
        resolve(isApproved)
      },
    }
    approvals.setState(({ pending }) => ({ pending: [...pending, question] }))
  })
