import ExternalLink from 'lucide-react/icons/external-link'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import type { Evidence } from '#contract/research/digest.ts'
import { Badge } from '#src/ui/badge.tsx'
import { buttonClass } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { formatWhen, KIND_NAMES, parseWebAddress } from '#src/features/research/research-format.ts'

type SourcePanelProps = { evidence: Evidence; quote: string | null; onClose: () => void }

/** Shows a source: its publisher, its date, and the passage with the cited sentence marked. */
export const SourcePanel = ({ evidence, quote, onClose }: SourcePanelProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const marked = useRef<HTMLElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    marked.current?.scrollIntoView({ block: 'nearest' })
  }, [evidence.n, quote])
  const address = parseWebAddress(evidence.url)
  const at = quote === null ? -1 : evidence.text.indexOf(quote)
  return (
    <aside
      aria-label={`Source ${evidence.n}`}
      data-source-panel={evidence.n}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="flex min-h-0 w-full flex-col gap-3 overflow-auto bg-surface-raised p-4 shadow-mid ring-1 ring-line"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-1.5 text-ui text-ink-muted">
            Source {evidence.n} · {evidence.source_name}
            <EvidenceBadges evidence={evidence} />
          </p>
          <h3
            ref={heading}
            tabIndex={-1}
            className="mt-0.5 text-lead leading-6 font-semibold wrap-anywhere outline-none"
          >
            {evidence.title}
          </h3>
        </div>
        <IconButton size="sm" label="Close source" icon={<X size={16} />} onClick={onClose} />
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-ui">
        <dt className="text-ink-muted">Kind</dt>
        <dd>{KIND_NAMES[evidence.kind]}</dd>
        <dt className="text-ink-muted">Published</dt>
        <dd>
          {evidence.published_at === null ? 'Unknown date' : formatWhen(evidence.published_at)}
        </dd>
        <dt className="text-ink-muted">Fetched</dt>
        <dd>{formatWhen(evidence.retrieved_at)}</dd>
        <dt className="text-ink-muted">Host</dt>
        <dd className="wrap-anywhere">{address?.host ?? 'No web address'}</dd>
      </dl>
      {address !== null && (
        <a
          href={address.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className={`${buttonClass({ size: 'sm' })} max-w-full justify-self-start self-start`}
        >
          <ExternalLink size={14} />
          <span className="truncate">Open at {address.host}</span>
        </a>
      )}
      <blockquote className="border-l-2 border-line-strong pl-3 text-ui leading-5 whitespace-pre-line wrap-anywhere">
        {at === -1 || quote === null ? (
          evidence.text
        ) : (
          <>
            {evidence.text.slice(0, at)}
            <mark
              ref={marked}
              className="rounded-sm bg-accent-soft text-ink underline decoration-accent-ink decoration-2 underline-offset-3"
            >
              {quote}
            </mark>
            {evidence.text.slice(at + quote.length)}
          </>
        )}
      </blockquote>
    </aside>
  )
}

const EvidenceBadges = ({ evidence }: { evidence: Evidence }) => (
  <>
    {evidence.is_demo && <Badge tone="warning">DEMO</Badge>}
    {evidence.is_instruction === true && (
      <Badge tone="danger">Contains text that reads like an instruction</Badge>
    )}
  </>
)
