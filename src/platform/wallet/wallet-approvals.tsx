import { Suspense, lazy } from 'react'
import { useStore } from 'zustand'
import { approvals } from './approvals.ts'

const ApprovalDialog = lazy(async () => ({
  default: (await import('./approval-dialog.tsx')).ApprovalDialog,
}))

/** Stands once near the root; the dialog is fetched with the first question. */
export const WalletApprovals = () => {
  const isAsking = useStore(approvals, ({ pending }) => pending.length > 0)
  return isAsking ? (
    <Suspense fallback={null}>
      <ApprovalDialog />
    </Suspense>
  ) : null
}
