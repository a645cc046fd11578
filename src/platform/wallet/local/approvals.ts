import { createStore } from 'zustand/vanilla'

export type ApprovalRequest = {
  readonly kind: 'message' | 'transaction'
  readonly address: string
  readonly text: string
}

type Pending = ApprovalRequest & { readonly decide: (isApproved: boolean) => void }

/** Requests in order. The dialog shows the first one. */
export const approvals = createStore<{ pending: readonly Pending[] }>(() => ({ pending: [] }))

export const askApproval = (request: ApprovalRequest): Promise<boolean> =>
  new Promise((resolve) => {
    const added: Pending = {
      ...request,
      decide: (isApproved) => {
        approvals.setState(({ pending }) => ({
          pending: pending.filter((other) => other !== added),
        }))
        resolve(isApproved)
      },
    }
    approvals.setState(({ pending }) => ({ pending: [...pending, added] }))
  })
