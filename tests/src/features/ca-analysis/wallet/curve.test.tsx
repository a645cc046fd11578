import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '#contract/analysis/report.ts'
import { Curve } from '#src/features/ca-analysis/wallet/wallet-parts.tsx'

const trade = (kind: 'BUY' | 'SELL', time: number, sol: number): Evidence => ({
  signature: 's',
  slot: time,
  time,
  kind,
  token_raw: '100',
  quote_mint: null,
  quote_net: '0',
  quote_gross: '0',
  gross_mint: null,
  value_lamports: String(sol * 1e9),
  value_usd: null,
  fee_lamports: '0',
  tip_lamports: '0',
  rent_lamports: '0',
  token_tax_raw: '0',
  pool: null,
  flags: [],
})

describe('the realized profit of a wallet', () => {
  it('is a curve over its trades', () => {
    render(<Curve evidence={[trade('BUY', 1, 1), trade('SELL', 9, 3)]} />)
    expect(screen.getByRole('img', { name: /over 2 trades, \+2 SOL/ })).toBeInTheDocument()
  })

  it('is a sum with a reason when all trades share one second', () => {
    render(<Curve evidence={[trade('BUY', 1, 1), trade('SELL', 1, 3)]} />)
    expect(screen.getByRole('heading', { name: /Realized PnL \+2 SOL/ })).toBeVisible()
    expect(screen.getByText(/in the same second/)).toBeVisible()
    expect(screen.queryByRole('img')).toBeNull()
  })
})
