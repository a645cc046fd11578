import { formatNumber } from '#contract/numbers.ts'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import { useState } from 'react'
import { formatSol, POINTS_PER_SOL } from '#contract/money.ts'
import { balanceChanges, type BalanceChange } from '#contract/payments.ts'
import { cn } from '#src/lib/cn.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { findBalanceChangeNote, getBalanceChangeLabel, formatMoment } from './record-labels.ts'
import { HISTORY_PAGE_SIZE, RecordList } from './record-list.tsx'

export const BalanceChanges = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        className="mt-3"
        icon={<ArrowRightLeft size={14} />}
        onClick={() => setIsOpen(true)}
      >
        Balance changes
      </Button>
      {isOpen && (
        <Dialog
          onClose={() => setIsOpen(false)}
          title="Balance changes"
          description="Everything that was added to your balance or taken from it."
          size="lg"
          actions={<Button onClick={() => setIsOpen(false)}>Close</Button>}
        >
          <RecordList<BalanceChange>
            label="Balance changes"
            queryKey={['balance-changes']}
            pageSize={HISTORY_PAGE_SIZE}
            isConnected
            load={({ signal, ...query }) => api.call(balanceChanges, { query, signal })}
            emptyText="No changes yet"
            failureText="Failed to load balance changes"
            emptyIcon={<ArrowRightLeft size={22} />}
            row={(change) => <ChangeRow key={change.id} change={change} />}
          />
        </Dialog>
      )}
    </>
  )
}

const withSign = (amount: number, text: string): string => (amount > 0 ? `+${text}` : text)

const formatPointCount = (points: number): string =>
  formatNumber(points, { maximumFractionDigits: 2 })

const ChangeRow = ({ change }: { change: BalanceChange }) => {
  const { amount, points, balance } = change
  const note = findBalanceChangeNote(change)
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <p className="truncate font-medium text-ink">{getBalanceChangeLabel(change)}</p>
        {note !== null && <p className="truncate text-ui text-ink-muted">{note}</p>}
        <p className="text-ui text-ink-muted">{formatMoment(change.created_at)}</p>
      </div>
      <div className="tabular shrink-0 text-right">
        <p className={cn('font-medium', amount > 0 ? 'text-positive' : 'text-ink')}>
          {withSign(points, formatPointCount(points))} {Math.abs(points) === 1 ? 'POINT' : 'POINTS'}
        </p>
        <p className="text-ui text-ink-muted">{withSign(amount, formatSol(amount))} SOL</p>
        <p className="text-ui text-ink-muted">
          Balance {formatPointCount(balance * POINTS_PER_SOL)}
          <span className="sr-only"> POINTS</span>
        </p>
      </div>
    </li>
  )
}
