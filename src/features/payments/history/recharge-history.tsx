import ReceiptText from 'lucide-react/icons/receipt-text'
import { formatSol } from '#contract/money.ts'
import { rechargeHistory, type RechargeRecord, type WelcomeBonus } from '#contract/payments.ts'
import { buildExplorerUrl } from '#src/lib/explorer.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Address } from '#src/ui/address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { formatSolAsPoints, recordTokenText } from '#src/features/payments/recharge/form/amount.ts'
import { ExportCsv } from './export-csv.tsx'
import type { TokenTerms } from '#src/features/payments/recharge/form/payment-terms.ts'
import { formatMoment, getRechargeStatusLabel, getSettlementNote } from './record-labels.ts'
import { HISTORY_PAGE_SIZE, RecordList } from './record-list.tsx'

type RechargeHistoryProps = { wallet: string | null; network: string; token: TokenTerms | null }

export const RechargeHistory = ({ wallet, network, token }: RechargeHistoryProps) => (
  <RecordList
    label="Recharge History"
    queryKey={['recharge-history', wallet]}
    pageSize={HISTORY_PAGE_SIZE}
    isConnected={wallet !== null}
    load={({ signal, ...query }) =>
      api.call(rechargeHistory, { query, signal, reportedBy: 'caller' })
    }
    emptyText="No recharge records yet"
    failureText="Failed to load recharge history"
    emptyIcon={<ReceiptText size={22} aria-hidden="true" />}
    actions={<ExportCsv kind="recharge" />}
    row={(record: RechargeRecord) => (
      <RechargeRow key={String(record.order_id)} record={record} network={network} token={token} />
    )}
    ending={({ welcome_bonus: bonus }) =>
      bonus === null || bonus === undefined ? null : <WelcomeBonusRow bonus={bonus} />
    }
  />
)

const WelcomeBonusRow = ({ bonus: { amount, created_at: at } }: { bonus: WelcomeBonus }) => {
  const points = formatSolAsPoints(amount)
  return (
    <div className="flex items-center justify-between gap-4 border-line px-4 py-3 not-first:border-t">
      <div className="min-w-0">
        <p className="font-medium text-ink">Welcome bonus</p>
        <p className="text-ui text-ink-muted">{formatMoment(at)}</p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <p className="tabular font-medium text-ink">{formatSol(amount)} SOL</p>
        {points !== null && <p className="tabular text-ui text-ink-muted">{points}</p>}
        <Badge tone="positive">Free</Badge>
      </div>
    </div>
  )
}

type RechargeRowProps = { record: RechargeRecord; network: string; token: TokenTerms | null }

const RechargeRow = ({ record, network, token }: RechargeRowProps) => {
  const status = getRechargeStatusLabel(record.status)
  const signature = record.transaction_signature
  const paidText = recordTokenText(record, token)
  const note = getSettlementNote(record)
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <p className="truncate font-medium text-ink">
          Order {record.order_number ?? record.order_id ?? '—'}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-ui text-ink-muted">
          <span>{formatMoment(record.created_at)}</span>
          {signature !== null && signature !== undefined && signature !== '' && (
            <Address address={signature} href={buildExplorerUrl('tx', signature, network)} />
          )}
        </p>
        {note !== null && <p className="text-ui text-warning">{note}</p>}
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <p className="tabular font-medium text-ink">{formatSol(record.amount)} SOL</p>
        {paidText !== null && <p className="tabular text-ui text-ink-muted">{paidText}</p>}
        <Badge tone={status.tone} isPulsing={status.isPulsing === true}>
          {status.text}
        </Badge>
      </div>
    </li>
  )
}
