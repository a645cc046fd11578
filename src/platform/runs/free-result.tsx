import type { ReactNode } from 'react'
import { Button } from '#src/ui/form/button.tsx'

type FreeResultProps = { children: ReactNode; onOpen: () => void }

/** Offers a result that the user already has and need not pay for again. */
export const FreeResult = ({ children, onOpen }: FreeResultProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-surface-sunken px-3 py-2 text-ui">
    <span className="min-w-0 flex-1 basis-56">{children}</span>
    <Button size="sm" onClick={onOpen}>
      Open it · Free
    </Button>
  </div>
)
