import { cn } from '#src/lib/cn.ts'
import { keyFaces, spokenKeys } from './keys.ts'
import { thisMachine } from './machine.ts'

type KeyCapsProps = {
  keys: string
  /** The part of it that is drawn, where the rest stands beside it already. */
  shown?: string
  className?: string
}

/** A combination drawn as keys; read out as words. */
export const KeyCaps = ({ keys, shown = keys, className }: KeyCapsProps) => (
  <kbd className={cn('inline-flex shrink-0 gap-1 font-sans', className)}>
    <span className="sr-only">{spokenKeys(keys, thisMachine)}</span>
    {keyFaces(shown, thisMachine).map((face) => (
      <span
        key={face}
        aria-hidden="true"
        className="inline-flex h-5 min-w-5 items-center justify-center rounded-[5px] bg-hover px-1.5 text-2xs leading-none font-medium text-ink-muted ring-1 ring-line ring-inset"
      >
        {face}
      </span>
    ))}
  </kbd>
)
