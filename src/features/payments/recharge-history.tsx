import ReceiptText from 'lucide-react/icons/receipt-text'
import { formatSol } from '#contract/money.ts'
import { rechargeHistory, type RechargeRecord } from '#contract/payments.ts'
import { explorerUrl } from '#src/lib/explorer.ts'
import { api } from '#src/platform/auth/auth.ts'
import { Address } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { formatMoment, rechargeStatusLabel } from './record-labels.ts'
import { RecordList } from './record-list.tsx'

type RechargeHistoryProps = { wallet: string | null; network: string }

export const RechargeHistory = ({ wallet, network }: RechargeHistoryProps) => (
  <RecordList<RechargeRecord>
    label="Recharge History"
    queryKey={['recharge-history', wallet]}
    isConnected={wallet !== null}
    load={({ signal, ...query }) =>
      api.call(rechargeHistory, { query, signal, reportedBy: 'caller' })
    }
    emptyText="No recharge records yet"
    failureText="Failed to load recharge history"
    emptyIcon={<ReceiptText size={22} aria-hidden="true" />}
    row={(record) => (
      <RechargeRow key={String(record.order_id)} record={record} network={network} />
    )}
  />
)

const RechargeRow = ({ record, network }: { record: RechargeRecord; network: string }) => {
  const status = rechargeStatusLabel(record.status)
  const signature = record.transaction_signature
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <p className="truncate font-medium text-ink">
          Order {record.order_number ?? record.order_id ?? '—'}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-[13px] text-ink-muted">
          <span>{formatMoment(record.created_at)}</span>
          {signature !== null && signature !== undefined && signature !== '' && (
            <Address address={signature} href={explorerUrl('tx', signature, network)} keep={6} />
          )}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <p className="tabular font-medium text-ink">{formatSol(record.amount)} SOL</p>
        <Badge tone={status.tone} isPulsing={status.isPulsing === true}>
          {status.text}
        </Badge>
      </div>
    </li>
  )
}
