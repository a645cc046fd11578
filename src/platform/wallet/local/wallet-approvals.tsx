import { useStore } from 'zustand'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { approvals } from './approvals.ts'

const ApprovalDialog = loadable(async () => (await import('./approval-dialog.tsx')).ApprovalDialog)

/** Mounted once near the root. The dialog loads with the first request. */
export const WalletApprovals = () => {
  const isAsking = useStore(approvals, ({ pending }) => pending.length > 0)
  return isAsking ? <ApprovalDialog /> : null
}
