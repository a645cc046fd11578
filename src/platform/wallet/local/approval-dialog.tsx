import { useStore } from 'zustand'
import { Address } from '#src/ui/address.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { approvals } from './approvals.ts'
import { LOCAL_WALLET_NAME } from '#src/platform/wallet/wallet.ts'

const TITLES = { message: 'Sign this message?', transaction: 'Approve this transaction?' } as const

export const ApprovalDialog = () => {
  const request = useStore(approvals, ({ pending }) => pending[0])
  if (request === undefined) return null
  return (
    <Dialog
      onClose={() => request.decide(false)}
      title={TITLES[request.kind]}
      description={`${LOCAL_WALLET_NAME} · play money on the local chain`}
      actions={
        <>
          <Button onClick={() => request.decide(false)}>Reject</Button>
          <Button variant="primary" onClick={() => request.decide(true)}>
            Approve
          </Button>
        </>
      }
    >
      <p className="mb-2 flex items-center justify-between gap-3 text-ui text-ink-muted">
        Account
        <Address address={request.address} hasCopy={false} />
      </p>
      <pre
        tabIndex={0}
        aria-label="What will be signed"
        className="max-h-56 overflow-auto rounded-lg bg-surface-sunken p-3 font-mono text-xs leading-5 wrap-break-word whitespace-pre-wrap text-ink ring-1 ring-line ring-inset"
      >
        {request.text}
      </pre>
    </Dialog>
  )
}
