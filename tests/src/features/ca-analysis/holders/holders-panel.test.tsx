import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { reportWallets, type ReportHead, type WalletRow } from '#contract/analysis/report-parts.ts'
import { HoldersPanel } from '#src/features/ca-analysis/holders/holders-panel.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { COVERAGE } from '#tests/mocks/report-coverage.ts'
import { walletAt } from '#tests/mocks/wallet-rows.ts'

const holding = (rank: number, fields: Partial<WalletRow>): WalletRow => ({
  ...walletAt(rank),
  ...fields,
})

const serve = (data: WalletRow[]) =>
  network.use(
    answer(reportWallets, ({ query }) => {
      expect(Object.fromEntries(query)).toMatchObject({ group: 'all', sort: 'held_tokens' })
      return { data, meta: { offset: 0, limit: 100, total: data.length, has_more: false } }
    }),
  )

const open = (pools: ReportHead['coverage']['pools'] = []) => {
  const onSelect = vi.fn()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <HoldersPanel
        reportId="r1"
        report={{ decimals: 6, supply_raw: '100', coverage: { ...COVERAGE, pools } }}
        selected={null}
        onSelect={onSelect}
      />
    </QueryClientProvider>,
  )
  return onSelect
}

it('lists who holds the token, names linked wallets, and opens the evidence', async () => {
  serve([
    holding(1, { held_tokens: '30', supply_pct: 0.3, pnl_sol: -1, cluster_id: 'c' }),
    holding(2, { held_tokens: '20', supply_pct: 0.2, pnl_sol: 2, cluster_id: 'c' }),
    holding(3, { held_tokens: '10', supply_pct: 0.1, pnl_sol: 1, cluster_id: null }),
  ])
  const onSelect = open()
  expect(
    await screen.findByText(
      'The 3 largest wallets have 60.0% of the supply. 2 linked wallets in one group have 50.0%.',
    ),
  ).toBeInTheDocument()
  const rows = screen.getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent(/Group 1.*30\.0%.*−1 SOL/)
  expect(rows[2]).not.toHaveTextContent('Group')
  await userEvent.click(screen.getAllByRole('button')[0] as HTMLElement)
  expect(onSelect).toHaveBeenCalledWith(walletAt(1).address)
})

it('tells pools from wallets', async () => {
  serve([
    holding(2, { held_tokens: '20', supply_pct: 0.2 }),
    holding(3, { held_tokens: '10', supply_pct: 0.1 }),
  ])
  const pool = { address: walletAt(1).address, held_tokens: '40', trades: 1, program: null }
  open([{ ...pool, quote_mint: null, quote_reserve: null, token_reserve: null, linked_to: null }])
  expect(
    await screen.findByText(
      'The 2 largest wallets have 30.0% of the supply, and 40.0% is in pools or with exchanges.',
    ),
  ).toBeInTheDocument()
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(/Pool40\.0%$/)
})

it.each([
  [['burn_address'], 'and 40.0% is burned'],
  [['exchange', 'burn_address'], 'and 40.0% is in pools or with exchanges, and 30.0% is burned'],
])('tells what is burned from what %s hold', async (custodians, end) => {
  const custodianRows = custodians.map((label, nth) => {
    const held = 40 - 10 * nth
    const labels = [{ label, hard: true, reason: '', proof: [] }]
    return holding(nth + 3, { held_tokens: `${held}`, supply_pct: held / 100, labels })
  })
  const wallets = [1, 2].map((rank) => holding(rank, { held_tokens: '5', supply_pct: 0.05 }))
  serve([...custodianRows, ...wallets])
  open()
  const text = `The 2 largest wallets have 10.0% of the supply, ${end}.`
  expect(await screen.findByText(text)).toBeInTheDocument()
})

it('shows that no wallet holds it', async () => {
  serve([holding(1, { held_tokens: '0' })])
  open()
  expect(
    await screen.findByText('No wallet of this report holds the token now'),
  ).toBeInTheDocument()
})

it('shows that the list failed to load', async () => {
  network.use(answer(reportWallets, () => failure('INTERNAL', 'No')))
  open()
  expect(await screen.findByText('We couldn’t load the holders.')).toBeInTheDocument()
})
