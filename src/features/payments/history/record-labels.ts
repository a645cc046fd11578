import { CONSUMPTION_LABELS, type BalanceChange, type RechargeRecord } from '#contract/payments.ts'
import { formatDate } from '#src/lib/dates.ts'
import type { Tone } from '#src/ui/badge.tsx'

type Label = { readonly text: string; readonly tone: Tone; readonly isPulsing?: boolean }

const RECHARGE: Readonly<Record<string, Label>> = {
  PAID: { text: 'Paid', tone: 'positive' },
  CANCELLED: { text: 'Cancelled', tone: 'danger' },
  PENDING: { text: 'Pending', tone: 'warning', isPulsing: true },
  EXPIRED: { text: 'Expired', tone: 'neutral' },
}

const CONSUMPTION: Readonly<Record<string, Label>> = {
  SUCCESS: { text: 'Success', tone: 'positive' },
  FAILED: { text: 'Failed', tone: 'danger' },
  REFUNDED: { text: 'Refunded', tone: 'accent' },
}

const findLabel = <Value>(table: Readonly<Record<string, Value>>, key: string | null | undefined) =>
  key !== null && key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined

export const getRechargeStatusLabel = (status: string | null | undefined): Label =>
  findLabel(RECHARGE, status) ?? { text: 'Unknown status', tone: 'neutral' }

/** Returns a note on the settlement of a recharge; null when there is nothing to add. */
export const getSettlementNote = ({ settlement, late }: RechargeRecord): string | null => {
  if (settlement === 'reversed')
    return 'The payment vanished from the chain; its credit was taken back.'
  if (settlement === 'missing') return 'The chain does not show this payment at the moment.'
  return late === true ? 'Paid late, but credited.' : null
}

export const getConsumptionStatusLabel = (status: string | null | undefined): Label =>
  findLabel(CONSUMPTION, status) ?? { text: 'Unknown', tone: 'neutral' }

export const getConsumptionTypeLabel = (type: string | null | undefined): string =>
  findLabel(CONSUMPTION_LABELS, type) ?? 'Unknown'

export const CONSUMPTION_FILTERS = [
  { value: '', label: 'All types' },
  ...Object.entries(CONSUMPTION_LABELS).map(([value, label]) => ({ value, label })),
]

/** Returns date and time of an ISO text or unix seconds; a dash for a missing or unreadable one. */
export const formatMoment = (moment: string | number | null | undefined): string => {
  if (moment === null || moment === undefined) return '—'
  const isSeconds = typeof moment === 'number' && moment < 1e12
  return formatDate(isSeconds ? moment * 1000 : moment, 'date and clock') || '—'
}

const CHANGES: Readonly<Record<string, string>> = {
  topup: 'Recharge',
  refund: 'Refund',
  grant: 'Welcome POINTS',
  operator: 'Credit from support',
  reversal: 'Recharge taken back',
}

/** Returns why the balance changed: what was bought, or where the money came from. */
export const getBalanceChangeLabel = ({
  kind,
  amount,
  consumption_type: type,
}: BalanceChange): string => {
  if (kind === 'charge') return getConsumptionTypeLabel(type)
  if (kind === 'operator' && amount < 0) return 'Correction by support'
  const label = findLabel(CHANGES, kind) ?? 'Balance change'
  return kind === 'refund' && type ? `${label}: ${getConsumptionTypeLabel(type)}` : label
}

/** Returns the note of a change; null without one, or when it only repeats the label. */
export const findBalanceChangeNote = (change: BalanceChange): string | null => {
  const { note = null } = change
  return note?.toLowerCase() === getBalanceChangeLabel(change).toLowerCase() ? null : note
}
