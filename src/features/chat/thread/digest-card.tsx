import { formatNumber } from '#contract/numbers.ts'
import Newspaper from 'lucide-react/icons/newspaper'
import type { DigestPart } from '#contract/chat/parts.ts'
import { getFocusName } from '#contract/research/focus.ts'
import { useClientActions } from '#src/features/chat/conversation/client-actions.ts'
import { formatDate } from '#src/lib/dates.ts'
import { GuardedLink } from '#src/platform/markdown/link-guard.tsx'
import { readLink, removeInvisible } from '#src/platform/markdown/safe-link.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { showFailure } from '#src/ui/toast/toast-store.ts'

/** A digest of Research as it was shared: its answer, its figures and their sources. */
export const DigestCard = ({ digest }: { digest: DigestPart }) => {
  const actions = useClientActions()
  const focus = getFocusName(digest.focus)
  const open = async () => {
    const path = `/research?${new URLSearchParams({ id: digest.research_id }).toString()}`
    const outcome = await actions.run({ kind: 'open_app', path, title: 'Research' })
    if (!outcome.ok) showFailure(outcome.message)
  }
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3 rounded-xl bg-surface-raised p-4 shadow-low ring-1 ring-line">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ui text-ink-muted">
          <Newspaper size={15} className="text-accent-ink" />
          <span>Research digest</span>
          <span className="tabular">{formatDate(digest.made_at, 'day and clock')}</span>
          {digest.is_demo && <Badge tone="warning">DEMO</Badge>}
          {focus !== null && <Badge tone="accent">Searched only: {focus}</Badge>}
        </p>
        <h2 className="text-lead leading-6 font-semibold tracking-snug wrap-anywhere text-ink">
          {removeInvisible(digest.title)}
        </h2>
      </div>
      {digest.answer.length > 0 && (
        <div className="grid gap-2 leading-6 wrap-anywhere">
          {digest.answer.map(({ text, cites }, index) => (
            <p key={index}>
              {removeInvisible(text)}
              {cites.map((n) => (
                <Cited key={n} n={n} />
              ))}
            </p>
          ))}
        </div>
      )}
      {digest.figures.length > 0 && (
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 rounded-lg bg-surface-sunken px-3 py-2 text-ui">
          {digest.figures.map(({ label, display, cite }, index) => (
            <div key={index} className="col-span-2 grid grid-cols-subgrid">
              <dt className="wrap-anywhere text-ink-muted">{removeInvisible(label)}</dt>
              <dd className="tabular text-right font-medium text-ink">
                {removeInvisible(display)}
                <Cited n={cite} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Sources digest={digest} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="text-2xs text-ink-muted">{removeInvisible(digest.label)}</span>
        <Button size="sm" onClick={() => void open()}>
          Open digest
        </Button>
      </div>
    </div>
  )
}

const Cited = ({ n }: { n: number }) => (
  <sup className="tabular ml-0.5 text-2xs text-accent-ink">
    <span className="sr-only">source </span>
    {n}
  </sup>
)

const Sources = ({ digest: { sources, source_count: count } }: { digest: DigestPart }) => {
  if (sources.length === 0) return null
  return (
    <section aria-label="Sources" className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-ui font-medium">
        Sources{' '}
        {count > sources.length && (
          <span className="font-normal text-ink-muted">
            {sources.length} of {formatNumber(count)}
          </span>
        )}
      </p>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-1 text-ui">
        {sources.map((source) => (
          <Source key={source.n} source={source} />
        ))}
      </ol>
    </section>
  )
}

const Source = ({ source }: { source: DigestPart['sources'][number] }) => {
  const target = readLink(source.url)
  const title = removeInvisible(source.title)
  return (
    <li value={source.n} className="flex items-baseline gap-2">
      <span aria-hidden="true" className="tabular w-4 shrink-0 text-right text-ink-muted">
        {source.n}
      </span>
      <span className="min-w-0 truncate">
        {target === null ? title : <GuardedLink target={target}>{title}</GuardedLink>}
      </span>
      <bdi className="max-w-2/5 shrink-0 truncate text-ink-muted">
        {target?.host ?? removeInvisible(source.source_name)}
      </bdi>
    </li>
  )
}
