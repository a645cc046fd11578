import { formatNumber } from '#contract/numbers.ts'
import { useState } from 'react'
import type { Evidence } from '#contract/analysis/report.ts'
import {
  formatLabel,
  formatLamportsShort,
  formatTime,
  formatTokens,
  formatUsd,
} from '#src/features/ca-analysis/report/report-format.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { Badge, type Tone } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/form/button.tsx'

const KIND_TONES: Readonly<Partial<Record<Evidence['kind'], Tone>>> = {
  BUY: 'accent',
  SELL: 'positive',
  TRANSFER_IN: 'warning',
  TRANSFER_OUT: 'warning',
}

type EvidenceListProps = { evidence: readonly Evidence[]; decimals: number }

/** Transactions that are drawn at first; a bot may have thousands. */
const FIRST = 100

export const EvidenceList = ({ evidence, decimals }: EvidenceListProps) => {
  const [count, setCount] = useState(FIRST)
  return (
    <section className="border-t border-line p-4">
      <h4 className="mb-2 text-ui font-semibold">
        Transactions <span className="font-normal text-ink-muted">({evidence.length})</span>
      </h4>
      <ol className="grid gap-2">
        {evidence.slice(0, count).map((entry) => (
          <li
            key={`${entry.signature}-${entry.kind}`}
            data-evidence={entry.signature}
            className="rounded-md p-2.5 text-ui ring-1 ring-line ring-inset"
          >
            <p className="flex items-center justify-between gap-2">
              <Badge tone={KIND_TONES[entry.kind] ?? 'neutral'}>
                {formatLabel(entry.kind.toLowerCase())}
              </Badge>
              <span className="text-ink-muted">{formatTime(entry.time)}</span>
            </p>
            <p className="tabular mt-1.5 flex flex-wrap justify-between gap-x-3">
              <span>{formatTokens(entry.token_raw, decimals)} tokens</span>
              {entry.value_lamports !== null && (
                <span className="font-medium">
                  {formatLamportsShort(entry.value_lamports)} SOL
                  {entry.value_usd !== null && (
                    <span className="font-normal text-ink-muted">
                      {' '}
                      · {formatUsd(entry.value_usd)}
                    </span>
                  )}
                </span>
              )}
            </p>
            <p className="mt-1 flex items-center justify-between gap-2">
              <ChainAddress kind="tx" address={entry.signature} />
              <span className="tabular text-ink-muted">slot {formatNumber(entry.slot)}</span>
            </p>
            {entry.flags.length > 0 && (
              <p className="mt-1 text-2xs text-ink-muted">
                {entry.flags.map(formatLabel).join(', ')}
              </p>
            )}
          </li>
        ))}
      </ol>
      {evidence.length > count && (
        <Button size="sm" isWide className="mt-2" onClick={() => setCount(count + FIRST)}>
          Show more
        </Button>
      )}
    </section>
  )
}
