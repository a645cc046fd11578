import { useState } from 'react'
import type { ReactNode } from 'react'
import { fetchedPart, sayingMissing } from './fetched-part.tsx'
import type { MenuItem } from './menu.tsx'

const Menu = fetchedPart(async () => (await import('./menu.tsx')).Menu)

type DeferredMenuProps = {
  /** What the button shows; also its name unless `label` is given. */
  face: ReactNode
  label?: string
  items: readonly MenuItem[]
  align?: 'start' | 'center' | 'end'
  className?: string | undefined
}

/** A button with a menu whose code is fetched by the first press. */
export const DeferredMenu = ({ face, label, items, align, className }: DeferredMenuProps) => {
  const [isWanted, setIsWanted] = useState(false)
  const named = { type: 'button' as const, 'aria-label': label, className }
  const button = (
    <button
      {...named}
      aria-haspopup="menu"
      onClick={() => setIsWanted(true)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') setIsWanted(true)
      }}
    >
      {face}
    </button>
  )
  if (!isWanted) return button
  return (
    <Menu
      fallback={button}
      onMissing={sayingMissing(() => setIsWanted(false))}
      defaultOpen
      items={items}
      trigger={<button {...named}>{face}</button>}
      {...(align === undefined ? {} : { align })}
    />
  )
}
