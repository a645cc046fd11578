import { cn } from '#src/lib/cn.ts'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'

type Tab = {
  readonly name: string
  /** Other words than the labels of the panel's own fields, so that each label leads to one thing. */
  readonly panelLabel: string
  readonly content: ReactNode
}

/** Keys of the tab list and the tab they lead to (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). */
const stepOf = (key: string, open: number, count: number): number | null => {
  if (key === 'ArrowRight') return (open + 1) % count
  if (key === 'ArrowLeft') return (open + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/** Tabs in a tenth of the bytes of the general ones, for the one page whose weight is counted before its first click. */
export const SignInTabs = ({ tabs }: { tabs: readonly Tab[] }) => {
  const [open, setOpen] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const moveByKey = (event: KeyboardEvent) => {
    const next = stepOf(event.key, open, tabs.length)
    if (next === null) return
    event.preventDefault()
    setOpen(next)
    const buttons = list.current?.querySelectorAll<HTMLElement>('[role=tab]')
    buttons?.[next]?.focus()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="Ways to sign in"
        onKeyDown={moveByKey}
        className="flex gap-1 rounded-lg bg-surface-sunken p-1 ring-1 ring-line ring-inset"
      >
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === open}
            tabIndex={index === open ? 0 : -1}
            onClick={() => setOpen(index)}
            className={cn(
              'h-8 flex-1 rounded-md px-3.5 text-ui font-medium transition-colors hover:text-ink pointer-coarse:min-h-11',
              index === open ? 'bg-surface-raised text-ink shadow-low' : 'text-ink-muted',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panelLabel, content }, index) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-label={panelLabel}
          hidden={index !== open}
          className="mt-4"
        >
          {content}
        </div>
      ))}
    </>
  )
}
