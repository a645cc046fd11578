import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/form/button.tsx'
import { tip } from '#src/ui/overlay/tip.ts'

type SortHeaderProps = {
  title: ReactNode
  hint: string
  /** Null while another column orders the table. */
  direction: 'ascending' | 'descending' | null
  className: string
  onSort: () => void
}

export const SortHeader = ({ title, hint, direction, className, onSort }: SortHeaderProps) => {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={direction ?? undefined} className={className}>
      <Button
        variant="plain"
        {...tip(hint)}
        onClick={onSort}
        className="inline-flex items-center gap-1 rounded-sm hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-end"
      >
        {direction !== null && <Arrow size={12} />}
        {title}
      </Button>
    </th>
  )
}
