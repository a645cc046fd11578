import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import type { SafeLink } from './safe-link.ts'

type LeaveDialogProps = { link: SafeLink; onClose: () => void }

/** Shows the full address of a link before it opens. */
export const LeaveDialog = ({ link, onClose }: LeaveDialogProps) => (
  <Dialog
    onClose={onClose}
    size="md"
    title={`Open ${link.host}?`}
    description="This link was written in an answer. It leads away from here."
    actions={
      <>
        <Button onClick={onClose}>Stay</Button>
        <Button
          variant="primary"
          onClick={() => {
            window.open(link.href, '_blank', 'noopener,noreferrer')
            onClose()
          }}
        >
          Open link
        </Button>
      </>
    }
  >
    <p
      dir="ltr"
      className="max-h-40 overflow-auto rounded-md bg-surface-sunken p-3 font-mono text-ui break-all ring-1 ring-line ring-inset"
    >
      {link.href}
    </p>
    {link.hasLongQuery && (
      <div className="mt-3">
        <Alert tone="warning" title="This address carries a lot of data">
          It could pass on what was said in this chat. Open it only if you expected it.
        </Alert>
      </div>
    )}
  </Dialog>
)
