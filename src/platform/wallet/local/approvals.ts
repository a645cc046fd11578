import { createStore } from 'zustand/vanilla'

export type ApprovalRequest = {
  readonly kind: 'message' | 'transaction'
  readonly address: string
  readonly text: string
}

type Pending = ApprovalRequest & { readonly decide: (isApproved: boolean) => void }

/** Questions in order. The dialog shows the first one. */
export const approvals = createStore<{ pending: readonly Pending[] }>(() => ({ pending: [] }))

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
