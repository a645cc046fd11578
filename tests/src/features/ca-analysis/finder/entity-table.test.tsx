import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { FinderHit, FinderWallet } from '#contract/analysis/finder.ts'
import { BY_RANK } from '#src/features/ca-analysis/finder/entity-columns.ts'
import { EntityTable } from '#src/features/ca-analysis/finder/entity-table.tsx'

const WALLET = 'GcsADgYqEFYV2kjXpS8eFV1mDSFgR6cvzf8p2HTjAT5V'

const show = async (evidence: FinderHit['evidence']) => {
  const hit = { mint: 'mint', rank: 1, pnl_sol: 1, buys: 1, sells: 0, evidence } as FinderHit
  const wallet = {
    rank: 1,
    address: WALLET,
    members: [WALLET],
    pnl_sol: 1,
    p_value: 0.1,
    q_value: 0.2,
    score: 50,
    found: false,
    tokens_needed: 2,
    hits: [hit],
    excluded_in: [],
  } as unknown as FinderWallet
  render(
    <EntityTable
      wallets={[wallet]}
      mints={[]}
      tokenName={() => 'BONK'}
      sort={BY_RANK}
      onSort={() => undefined}
      watching={{ isWatched: () => false, toggle: () => undefined }}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'GcsA…AT5V' }))
  return screen.getByRole('listitem')
}

it('shows side, amount and time of each transaction', async () => {
  const time = Date.UTC(2026, 10, 20, 12) / 1_000
  const entry = {
    signature: 's'.repeat(88),
    slot: 1,
    kind: 'BUY',
    time,
    value_lamports: '342000000',
  }
  expect(await show([entry])).toHaveTextContent(/^Buy ?0\.342 SOL ?Nov 20, .*ssss…ssss$/)
})

it('shows the transactions of an earlier report, which has neither', async () => {
  const row = await show([{ signature: 's'.repeat(88), slot: 1, kind: 'SELL' }])
  expect(row).toHaveTextContent(/^Sell ?ssss…ssss$/)
})
