import ReceiptText from 'lucide-react/icons/receipt-text'
import { rechargeHistory, type RechargeRecord, type WelcomeBonus } from '#contract/payments.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { ChainAddress } from '#src/platform/config/chain-address.tsx'
import { Badge } from '#src/ui/badge.tsx'
import {
  formatSolAsPoints,
  formatRecordTokens,
} from '#src/features/payments/recharge/form/amount.ts'
import { ExportCsv } from './export-csv.tsx'
import type { TokenTerms } from '#src/features/payments/recharge/form/payment-terms.ts'
import { formatMoment, getRechargeStatusLabel, getSettlementNote } from './record-labels.ts'
import { HISTORY_PAGE_SIZE, RecordList, RecordRow } from './record-list.tsx'

type RechargeHistoryProps = { wallet: string | null; token: TokenTerms | null }

export const RechargeHistory = ({ wallet, token }: RechargeHistoryProps) => (
  <RecordList
    label="Recharge History"
    queryKey={['recharge-history', wallet]}
    pageSize={HISTORY_PAGE_SIZE}
    isConnected={wallet !== null}
    load={({ signal, ...query }) => api.call(rechargeHistory, { query, signal })}
    emptyText="No recharge records yet"
    failureText="Failed to load recharge history"
    emptyIcon={<ReceiptText size={22} />}
    actions={<ExportCsv kind="recharge" />}
    row={(record: RechargeRecord) => (
      <RechargeRow key={String(record.order_id)} record={record} token={token} />
    )}
    ending={({ welcome_bonus: bonus }) =>
      bonus === null || bonus === undefined ? null : <WelcomeBonusRow bonus={bonus} />
    }
  />
)

const WelcomeBonusRow = ({ bonus: { amount, created_at: at } }: { bonus: WelcomeBonus }) => (
  <div className="border-line not-first:border-t">
    <RecordRow
      title="Welcome bonus"
      details={<p className="text-ui text-ink-muted">{formatMoment(at)}</p>}
      amount={amount}
      worth={formatSolAsPoints(amount)}
      badge={<Badge tone="positive">Free</Badge>}
    />
  </div>
)

type RechargeRowProps = { record: RechargeRecord; token: TokenTerms | null }

const RechargeRow = ({ record, token }: RechargeRowProps) => {
  const status = getRechargeStatusLabel(record.status)
  const signature = record.transaction_signature
  const note = getSettlementNote(record)
  return (
    <li>
      <RecordRow
        title={`Order ${record.order_number ?? record.order_id ?? '—'}`}
        details={
          <>
            <p className="flex flex-wrap items-center gap-x-2 text-ui text-ink-muted">
              <span>{formatMoment(record.created_at)}</span>
              {signature !== null && signature !== undefined && signature !== '' && (
                <ChainAddress kind="tx" address={signature} />
              )}
            </p>
            {note !== null && <p className="text-ui text-warning">{note}</p>}
          </>
        }
        amount={record.amount}
        worth={formatRecordTokens(record, token) ?? formatSolAsPoints(record.amount)}
        badge={
          <Badge tone={status.tone} isPulsing={status.isPulsing === true}>
            {status.text}
          </Badge>
        }
      />
    </li>
  )
}
