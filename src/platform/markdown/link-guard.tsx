import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import type { SafeLink } from './safe-link.ts'

const LeaveDialog = loadable(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

/** Asked before a link is followed; null where nothing stands around it. */
const AskBeforeLeaving = createContext<(link: SafeLink) => void>(() => undefined)

export const useAskBeforeLeaving = () => use(AskBeforeLeaving)

/** Asks before the person follows a link of an answer to a host that is not known. */
export const LinkGuard = ({ children }: { children: ReactNode }) => {
  const [asked, setAsked] = useState<SafeLink | null>(null)
  return (
    <AskBeforeLeaving value={setAsked}>
      {children}
      {asked !== null && <LeaveDialog link={asked} onClose={() => setAsked(null)} />}
    </AskBeforeLeaving>
  )
}
