import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { WalletDetail } from '#contract/analysis/report-parts.ts'
import { COLUMNS } from '#src/features/ca-analysis/table/wallet-columns.tsx'
import { Curve, Figures } from '#src/features/ca-analysis/wallet/wallet-parts.tsx'
import { walletAt } from '#tests/mocks/wallet-rows.ts'

const trade = (kind: 'BUY' | 'SELL' | 'TRANSFER_IN', time: number) => ({
  signature: 's',
  slot: time,
  time,
  kind,
  token_raw: '100',
  quote_mint: null,
  quote_net: '0',
  quote_gross: '0',
  gross_mint: null,
  value_lamports: '1',
  value_usd: null,
  fee_lamports: '0',
  tip_lamports: '0',
  rent_lamports: '0',
  token_tax_raw: '0',
  pool: null,
  flags: [],
})

const after = (time: number, realized: number, fifo: number) => ({
  slot: time,
  time,
  realized_sol: realized,
  fifo_realized_sol: fifo,
  held_tokens: '0',
  paper_value_sol: null,
})

const soldAt = (time: number) => ({
  evidence: [trade('BUY', 1), trade('TRANSFER_IN', 1), trade('SELL', time)],
  pnl_series: [after(1, 0, 0), after(1, 0, 0), after(time, 2, 3)],
})

describe('the realized profit of a wallet', () => {
  it('is a curve over its trades at the chosen cost basis', () => {
    const { rerender } = render(<Curve wallet={soldAt(9)} basis="average" />)
    expect(screen.getByRole('img', { name: /over 2 trades, \+2 SOL/ })).toBeInTheDocument()
    rerender(<Curve wallet={soldAt(9)} basis="fifo" />)
    expect(screen.getByRole('img', { name: /over 2 trades, \+3 SOL/ })).toBeInTheDocument()
  })

  it('is a sum with a reason when all trades share one second', () => {
    render(<Curve wallet={soldAt(1)} basis="average" />)
    expect(screen.getByRole('heading', { name: /Realized PnL \+2 SOL/ })).toBeVisible()
    expect(screen.getByText(/in the same second/)).toBeVisible()
    expect(screen.queryByRole('img')).toBeNull()
  })
})

const walletOf = (fields: Partial<WalletDetail>): WalletDetail => ({
  ...walletAt(1),
  ...soldAt(9),
  cluster: null,
  ...fields,
})

const showFigures = (wallet: WalletDetail) =>
  render(
    <Figures
      wallet={wallet}
      other={null}
      basis="average"
      onBasis={() => undefined}
      onStop={() => undefined}
      units={{ decimals: 6, solUsd: 200 }}
    />,
  )

it.each([
  [1.5, '50 / 100', '50'],
  [null, '—', '—'],
  [undefined, '—', '—'],
])('with a profit of %s for its follower has the copyability %s', (profit, figure, cell) => {
  const wallet = walletOf(profit === undefined ? {} : { follower_pnl_sol: profit })
  showFigures(wallet)
  expect(screen.getByText('Copyability').nextSibling).toHaveTextContent(figure)
  const column = COLUMNS.find(({ key }) => key === 'copyability')
  expect(column?.cell(wallet, { decimals: 6, solUsd: 200 })).toBe(cell)
})

it('shows paid amounts in dollars of that time, and others at the price of the report', () => {
  showFigures(
    walletOf({
      cost_lamports: '1000000000',
      cost_usd: 100,
      proceeds_lamports: '2000000000',
      realized_sol: 1,
    }),
  )
  expect(screen.getByText('1 SOL · $100')).toBeVisible()
  expect(screen.getByText('2 SOL')).toBeVisible()
  expect(screen.getByText('+1 SOL · +$200')).toBeVisible()
  expect(
    screen.getByText(
      'Dollars paid and received, and the market cap at first buy, are of that time. Others use SOL’s price of this report.',
    ),
  ).toBeVisible()
})
