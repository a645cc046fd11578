import Gauge from 'lucide-react/icons/gauge'
import { useState } from 'react'
import { consumptionHistory, ConsumptionType, type ConsumptionRecord } from '#contract/payments.ts'
import { isAbort } from '#src/lib/api/api-error.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Select } from '#src/ui/form/select.tsx'
import { formatSolAsPoints } from '#src/features/payments/recharge/form/amount.ts'
import { ExportCsv } from './export-csv.tsx'
import {
  CONSUMPTION_FILTERS,
  getConsumptionStatusLabel,
  getConsumptionTypeLabel,
  formatMoment,
} from './record-labels.ts'
import { HISTORY_PAGE_SIZE, RecordList, RecordRow } from './record-list.tsx'

export const ConsumptionHistory = ({ wallet }: { wallet: string | null }) => {
  const [filter, setFilter] = useState('')
  const type = ConsumptionType.safeParse(filter).data
  return (
    <RecordList<ConsumptionRecord>
      label="Consumption History"
      queryKey={['consumption-history', wallet, filter]}
      pageSize={HISTORY_PAGE_SIZE}
      isConnected={wallet !== null}
      load={async ({ signal, ...page }) => {
        const query = { ...page, ...(type === undefined ? {} : { consumption_type: type }) }
        try {
          return await api.call(consumptionHistory, { query, signal })
        } catch (error) {
          if (!isAbort(error)) console.warn('The consumption history could not be loaded', error)
          throw error
        }
      }}
      emptyText="No consumption records yet"
      failureText="Failed to load consumption history"
      emptyIcon={<Gauge size={22} />}
      toolbar={
        <Select
          aria-label="Consumption type"
          className="w-44"
          options={CONSUMPTION_FILTERS}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      }
      actions={<ExportCsv kind="consumption" type={type} />}
      row={(record) => (
        <ConsumptionRow
          key={`${record.id}-${record.created_at}-${record.status}`}
          record={record}
        />
      )}
    />
  )
}

const ConsumptionRow = ({ record }: { record: ConsumptionRecord }) => {
  const status = getConsumptionStatusLabel(record.status)
  const quantity = record.quantity ?? 1
  const { description, feature_id: feature } = record
  return (
    <li>
      <RecordRow
        title={
          <>
            {getConsumptionTypeLabel(record.consumption_type)}
            {quantity > 1 && <span className="text-ink-muted"> (×{quantity})</span>}
          </>
        }
        details={
          <>
            {description !== null && description !== undefined && (
              <p className="truncate text-ui text-ink-muted">{description}</p>
            )}
            <p className="flex flex-wrap gap-x-2 text-ui text-ink-muted">
              <span>{formatMoment(record.created_at)}</span>
              {feature !== null && feature !== undefined && (
                <span className="max-w-56 truncate">ID: {feature}</span>
              )}
            </p>
          </>
        }
        amount={record.amount}
        worth={formatSolAsPoints(record.amount)}
        badge={<Badge tone={status.tone}>{status.text}</Badge>}
      />
    </li>
  )
}
