import { cn } from '#src/lib/cn.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import { listKeyFaces, formatSpokenKeys } from './keys.ts'

type KeyCapsProps = {
  keys: string
  /** The keys to draw, if the caller draws the others. Screen readers read `keys`. */
  shown?: string
  className?: string
}

/** Draws a combination as keys, with words for screen readers. */
export const KeyCaps = ({ keys, shown = keys, className }: KeyCapsProps) => (
  <kbd className={cn('inline-flex shrink-0 gap-1 font-sans', className)}>
    <span className="sr-only">{formatSpokenKeys(keys)}</span>
    {listKeyFaces(shown).map((face) => (
      <Kbd key={face} aria-hidden="true">
        {face}
      </Kbd>
    ))}
  </kbd>
)
