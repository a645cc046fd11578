import type { AuditEntry } from '#contract/apps/apps.ts'
import { formatDate } from '#src/lib/dates.ts'
import { Badge, type Tone } from '#src/ui/badge.tsx'

const EVENTS: Readonly<Record<AuditEntry['event'], { text: string; tone: Tone }>> = {
  added: { text: 'Added', tone: 'neutral' },
  audited: { text: 'Checked', tone: 'neutral' },
  approved: { text: 'Approved', tone: 'positive' },
  rejected: { text: 'Rejected', tone: 'danger' },
  suspended: { text: 'Suspended', tone: 'warning' },
  changed: { text: 'Tools changed', tone: 'warning' },
}

export const AuditHistory = ({ entries }: { entries: readonly AuditEntry[] }) => {
  if (entries.length === 0) return <p className="text-ink-muted">Not reviewed yet.</p>
  return (
    <ol className="grid gap-3 border-l pl-4">
      {entries.map((entry, index) => {
        const { text, tone } = EVENTS[entry.event]
        return (
          <li key={`${entry.at}-${index}`} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-2 text-ui text-ink-muted">
              <Badge tone={tone}>{text}</Badge>
              {formatDate(entry.at, 'date') || 'Date unknown'} · by{' '}
              {entry.actor === 'operator' ? 'the operator' : 'an automatic check'}
            </span>
            {entry.note !== '' && <span className="wrap-anywhere">{entry.note}</span>}
            {[...entry.findings, ...entry.changes].length > 0 && (
              <ul className="list-disc pl-4 text-ui text-ink-muted">
                {entry.findings.map((finding, at) => (
                  <li key={`finding-${at}`} className="wrap-anywhere">
                    {finding.tool === null ? '' : `${finding.tool}: `}
                    {finding.text}
                  </li>
                ))}
                {entry.changes.map((change) => (
                  <li key={`${change.name}-${change.change}`} className="wrap-anywhere">
                    {change.name} {change.change}
                    {change.fields.length > 0 && ` (${change.fields.join(', ')})`}
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ol>
  )
}
