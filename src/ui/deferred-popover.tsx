import { useState } from 'react'
import type { ReactNode } from 'react'
import { fetchedPart, sayingMissing } from './fetched-part.tsx'

const Popover = fetchedPart(async () => (await import('./popover.tsx')).Popover)

type DeferredPopoverProps = {
  title: string
  /** Names the button. */
  label: string
  /** What the button shows. */
  face: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A button with a popover whose code is fetched by the first press. */
export const DeferredPopover = ({
  title,
  label,
  face,
  children,
  className,
}: DeferredPopoverProps) => {
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      className={className}
      onClick={() => setIsWanted(true)}
    >
      {face}
    </button>
  )
  if (!isWanted) return button
  return (
    <Popover
      fallback={button}
      onMissing={sayingMissing(() => setIsWanted(false))}
      defaultOpen
      title={title}
      trigger={
        <button type="button" aria-label={label} className={className}>
          {face}
        </button>
      }
    >
      {children}
    </Popover>
  )
}
