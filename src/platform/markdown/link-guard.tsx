import { createContext, use, useState, type ReactNode } from 'react'
import type { SafeLink } from './safe-link.ts'
import { tip } from '#src/ui/overlay/tip.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'

/** Does nothing outside a guard, so an unfamiliar link does not open there. */
const AskBeforeLeaving = createContext<(link: SafeLink) => void>(() => undefined)

export const GuardedLink = ({ target, children }: { target: SafeLink; children: ReactNode }) => {
  const askBeforeLeaving = use(AskBeforeLeaving)
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      {...tip(target.href)}
      onClick={(event) => {
        if (target.isFamiliar) return
        event.preventDefault()
        askBeforeLeaving(target)
      }}
      onAuxClick={(event) => {
        if (!target.isFamiliar) event.preventDefault()
      }}
      className="font-medium text-accent-ink underline decoration-1 underline-offset-2"
    >
      {children}
    </a>
  )
}

/** Asks before a link to an unknown host opens. */
export const LinkGuard = ({ children }: { children: ReactNode }) => {
  const [link, setLink] = useState<SafeLink | null>(null)
  return (
    <AskBeforeLeaving value={setLink}>
      {children}
      {link !== null && <LeaveDialog link={link} onClose={() => setLink(null)} />}
    </AskBeforeLeaving>
  )
}

type LeaveDialogProps = { link: SafeLink; onClose: () => void }

/** Shows the full address of a link before it opens. */
const LeaveDialog = ({ link, onClose }: LeaveDialogProps) => (
  <Dialog
    onClose={onClose}
    size="md"
    title={`Open ${link.host}?`}
    description="An answer contains this link. It opens another site."
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
          It could leak this chat. Open it only if you expected it.
        </Alert>
      </div>
    )}
  </Dialog>
)
