import { createContext, use, useState, type ReactNode } from 'react'
import { LeaveDialog } from './leave-dialog.tsx'
import type { SafeLink } from './safe-link.ts'
import { tip } from '#src/ui/overlay/tip.ts'

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
  const [asked, setAsked] = useState<SafeLink | null>(null)
  return (
    <AskBeforeLeaving value={setAsked}>
      {children}
      {asked !== null && <LeaveDialog link={asked} onClose={() => setAsked(null)} />}
    </AskBeforeLeaving>
  )
}
