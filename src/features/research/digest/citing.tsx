import { createContext, use } from 'react'
import type { Evidence } from '#contract/research/digest.ts'
import { Button } from '#src/ui/form/button.tsx'

export type Citing = {
  evidence(n: number): Evidence | undefined
  /** Shows the card of a source beside the hovered citation; null hides it. */
  point(at: { evidence: Evidence; anchor: HTMLElement } | null): void
  /** Opens the source panel; `quote` is marked in the passage. */
  open(n: number, quote: string | null, from: HTMLElement): void
  openN: number | null
  cardId: string
  pointedN: number | null
}

export const CitingContext = createContext<Citing | null>(null)

type CitationProps = {
  n: number
  /** The sentence that is cited. */
  quote?: string
}

/** `[3]`: pointing at it shows whose word it is, pressing it opens the source. */
export const Citation = ({ n, quote }: CitationProps) => {
  const citing = use(CitingContext)
  const evidence = citing?.evidence(n)
  if (citing === null || evidence === undefined) return null
  return (
    <Button
      variant="plain"
      data-citation={n}
      aria-label={`Source ${n}: ${evidence.source_name}`}
      aria-expanded={citing.openN === n}
      aria-describedby={citing.pointedN === n ? citing.cardId : undefined}
      onPointerEnter={(event) => citing.point({ evidence, anchor: event.currentTarget })}
      onPointerLeave={() => citing.point(null)}
      onFocus={(event) => citing.point({ evidence, anchor: event.currentTarget })}
      onBlur={() => citing.point(null)}
      onClick={(event) => citing.open(n, quote ?? null, event.currentTarget)}
      className="tabular mx-0.5 inline-flex h-5 min-w-6 items-center justify-center rounded-sm bg-accent-soft px-1 align-[0.05em] text-2xs font-medium text-accent-ink hover:bg-accent hover:text-accent-on aria-expanded:bg-accent aria-expanded:text-accent-on pointer-coarse:h-7 pointer-coarse:min-w-8"
    >
      {n}
    </Button>
  )
}

export const Citations = ({ cites }: { cites: readonly number[] }) => (
  <span className="inline-flex flex-wrap gap-y-0.5">
    {cites.map((n) => (
      <Citation key={n} n={n} />
    ))}
  </span>
)
