import { describe, expect, it } from 'vitest'
import {
  findBalanceChangeNote,
  getBalanceChangeLabel,
} from '#src/features/payments/history/record-labels.ts'

const change = { id: '1', amount: 0.01, points: 1, balance: 1, created_at: '2026-11-20T10:00:00Z' }

describe('getBalanceChangeLabel', () => {
  it.each([
    ['topup', null, 'Recharge'],
    ['charge', 'CA_ANALYSIS', 'CA Analysis'],
    ['charge', null, 'Unknown'],
    ['refund', 'CA_ANALYSIS', 'Refund: CA Analysis'],
    ['refund', null, 'Refund'],
    ['grant', null, 'Welcome POINTS'],
    ['operator', null, 'Credit from support'],
    ['reversal', null, 'Recharge taken back'],
    ['toString', null, 'Balance change'],
  ])('calls %s of %s %j', (kind, consumptionType, label) => {
    expect(getBalanceChangeLabel({ ...change, kind, consumption_type: consumptionType })).toBe(
      label,
    )
  })
})

it.each([
  ['Welcome points', null],
  ['Order R1', 'Order R1'],
  [null, null],
])('shows the note %j of a grant as %j', (note, shown) => {
  expect(findBalanceChangeNote({ ...change, kind: 'grant', note })).toBe(shown)
})
