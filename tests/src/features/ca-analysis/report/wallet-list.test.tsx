import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportWallets, type ReportHead } from '#contract/analysis/report-parts.ts'
import { WalletList, WalletTools } from '#src/features/ca-analysis/report/wallet-list.tsx'
import { WalletCell } from '#src/features/ca-analysis/table/wallet-cells.tsx'
import { NO_FILTER, type WalletFilter } from '#src/features/ca-analysis/table/wallet-filter.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { COVERAGE } from '#tests/mocks/report-coverage.ts'
import { walletAt } from '#tests/mocks/wallet-rows.ts'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => vi.unstubAllGlobals())

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

const report: ReportHead = {
  mint: MINT,
  decimals: 6,
  token_program: null,
  supply_raw: null,
  token: null,
  asof_slot: 1,
  asof_time: null,
  coverage: { ...COVERAGE, complete: false },
  price: { sol: null, usd: null, sol_usd: null, source_sig: null },
  counts: { buyers: 1, sellers: 1, trades: 1, by_label: {}, wallets: 1, excluded: 1 },
  cost_points: 1,
  engine_version: '1',
  input_digest: '',
  gaps_total: 0,
  changes: null,
  made_at: null,
}

const LEFT: ReportHead['changes'] = {
  report_id: 'r0',
  made_at: '2026-11-20T09:00:00Z',
  up: 0,
  down: 0,
  entered: 0,
  left: 3,
  left_wallets: [
    { address: walletAt(7).address, rank_before: 7, reason: 'Bought in the first block' },
    { address: walletAt(9).address, rank_before: 9, reason: null },
  ],
}

const show = (
  filter: WalletFilter = NO_FILTER,
  changes: ReportHead['changes'] = null,
  group: 'ranked' | 'excluded' = 'ranked',
  labels: Record<string, number> = {},
) => {
  const calls = { onFilter: vi.fn(), onOtherGroup: vi.fn() }
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <WalletList
        reportId="r1"
        report={{ ...report, changes, counts: { ...report.counts, by_label: labels } }}
        group={group}
        name={group}
        filter={filter}
        selected={null}
        onSelect={() => undefined}
        onCompare={() => undefined}
        owner={null}
        page={null}
        {...calls}
      />
    </QueryClientProvider>,
  )
  return calls
}

const page = (total: number, url: string) => {
  const offset = Number(new URL(url).searchParams.get('offset') ?? 0)
  const limit = Number(new URL(url).searchParams.get('limit') ?? 10)
  const count = Math.max(0, Math.min(limit, total - offset))
  const data = Array.from({ length: count }, (_each, nth) => walletAt(offset + nth + 1))
  return { data, meta: { offset, limit, total, has_more: offset + count < total } }
}

const totals = (ranked: number, others: number) =>
  answer(reportWallets, ({ request }) =>
    page(request.url.includes('group=excluded') ? others : ranked, request.url),
  )

describe('the wallets of a report', () => {
  it.each([
    ['ranked', 1],
    ['excluded', 0],
  ] as const)('of the %s group have %d columns of ranks', async (group, count) => {
    network.use(totals(2, 2))
    show(NO_FILTER, null, group)
    expect(await screen.findByRole('columnheader', { name: 'Score' })).toBeVisible()
    expect(screen.queryAllByRole('columnheader', { name: '#' })).toHaveLength(count)
  })

  it('shows by which column wallets without a rank are ordered', async () => {
    network.use(totals(0, 3))
    show(NO_FILTER, null, 'excluded')
    const column = await screen.findByRole('columnheader', { name: 'PnL (SOL)' })
    expect(column).toHaveAttribute('aria-sort', 'descending')
  })

  it('shows when there are none', async () => {
    network.use(totals(0, 0))
    show()
    expect(await screen.findByText('No wallets here')).toBeInTheDocument()
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  it('announces how many match the filter', async () => {
    network.use(totals(2, 3))
    show({ ...NO_FILTER, text: 'sniper' })
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^2 matches$/))
  })

  it('names the matches in the other list when the filter finds none here', async () => {
    network.use(totals(0, 3))
    const { onOtherGroup, onFilter } = show({ ...NO_FILTER, text: 'sniper' })
    await userEvent.click(await screen.findByRole('button', { name: '3 matches in Excluded' }))
    expect(onOtherGroup).toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(onFilter).toHaveBeenCalledWith(NO_FILTER)
  })

  // Excluded wallets have no rank that could change.
  it.each([false, true])(
    'lists both groups of a label, with “Changed” %s',
    async (isChangedOnly) => {
      network.use(
        answer(reportWallets, ({ request }) => {
          const { searchParams } = new URL(request.url)
          const { group, label, changed } = Object.fromEntries(searchParams)
          const isBoth = group === 'all' && label === 'sniper' && changed === undefined
          return page(isBoth ? 5 : 0, request.url)
        }),
      )
      show({ ...NO_FILTER, label: 'sniper', isChangedOnly }, LEFT)
      expect(await screen.findByRole('table')).toHaveAttribute('aria-rowcount', '6')
      expect(screen.getByRole('columnheader', { name: '#' })).toBeVisible()
      expect(screen.getByRole('region')).toHaveAccessibleName('Wallets labeled Sniper')
      expect(screen.queryByRole('button', { name: /in Excluded/ })).not.toBeInTheDocument()
    },
  )

  it('filters by a kind of trader with one click, and shows all again with another', async () => {
    network.use(totals(2, 3))
    const { onFilter } = show(NO_FILTER, null, 'ranked', { sniper: 12, creator: 1, tiny: 4 })
    const kinds = screen.getByRole('group', { name: 'Kinds of traders' })
    expect(kinds).toHaveTextContent(/^Developer 1Snipers 12$/)
    await userEvent.click(screen.getByRole('button', { name: 'Snipers 12' }))
    expect(onFilter).toHaveBeenCalledWith({ ...NO_FILTER, label: 'sniper' })
    cleanup()
    const again = show({ ...NO_FILTER, label: 'sniper' }, null, 'ranked', { sniper: 12 })
    await userEvent.click(screen.getByRole('button', { name: 'Snipers 12', pressed: true }))
    expect(again.onFilter).toHaveBeenCalledWith(NO_FILTER)
  })

  it('offers no excluded wallets as matches of the changed ones', async () => {
    network.use(totals(0, 3))
    show({ ...NO_FILTER, isChangedOnly: true })
    expect(await screen.findByText('No wallets match')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /in Excluded/ })).not.toBeInTheDocument()
  })

  it('shows that it is loading while the server is slow', async () => {
    network.use(answer(reportWallets, () => new Promise<HttpResponse<null>>(() => undefined)))
    show()
    expect(screen.getByLabelText('Loading wallets')).toBeInTheDocument()
    expect(screen.queryByText('No wallets here')).not.toBeInTheDocument()
  })

  it('offers another try when they cannot be loaded', async () => {
    let isBroken = true
    network.use(
      answer(reportWallets, ({ request }) =>
        isBroken ? failure('INTERNAL', 'Something broke') : page(0, request.url),
      ),
    )
    show()
    expect(await screen.findByText('We couldn’t load these wallets.')).toBeInTheDocument()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No wallets here')).toBeInTheDocument()
  })

  it('keeps the focus on the title of a column that orders them', async () => {
    const reordered = Promise.withResolvers<void>()
    network.use(
      answer(reportWallets, async ({ request }) => {
        if (request.url.includes('sort=score')) await reordered.promise
        return page(3, request.url)
      }),
    )
    show()
    const title = await screen.findByRole('button', { name: 'Score' })
    await userEvent.click(title)
    expect(title).toHaveFocus()
    reordered.resolve()
    await waitFor(() =>
      expect(screen.getByRole('columnheader', { name: 'Score' })).toHaveAttribute(
        'aria-sort',
        'descending',
      ),
    )
    expect(title).toHaveFocus()
  })

  it('draws only a few of very many', async () => {
    network.use(totals(100_000, 0))
    show()
    const table = await screen.findByRole('table')
    await waitFor(() => expect(table).toHaveAttribute('aria-rowcount', '100001'))
    expect(table.querySelectorAll('tr').length).toBeLessThan(80)
  })
})

it('lists the wallets that left the ranking beside those that changed', async () => {
  network.use(answer(reportWallets, ({ request }) => page(0, request.url)))
  show({ ...NO_FILTER, isChangedOnly: true }, LEFT)
  const left = screen.getByRole('region', { name: 'Wallets that left the ranking' })
  expect(left).toHaveTextContent('Left the ranking (3)')
  expect(left).toHaveTextContent(/was #7.*Bought in the first block.*was #9/)
  expect(left).toHaveTextContent('1 more')
})

it('marks one column as sorted where two have the same order', async () => {
  network.use(totals(2, 2))
  show(NO_FILTER, null, 'excluded')
  const sorted = await screen.findByRole('columnheader', { name: 'PnL (SOL)' })
  expect(sorted).toHaveAttribute('aria-sort', 'descending')
  expect(screen.getByRole('columnheader', { name: 'PnL (USD)' })).not.toHaveAttribute('aria-sort')
})

it('counts the switches among the filters, and clears them', async () => {
  const onFilter = vi.fn()
  const filter = { ...NO_FILTER, text: 'a', isProfitableOnly: true, isRepeatedOnly: true }
  render(<WalletTools filter={filter} onFilter={onFilter} labels={{}} changes={null} />)
  await userEvent.click(screen.getByRole('button', { name: 'Filters (2)' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(onFilter).toHaveBeenCalledWith({ ...NO_FILTER, text: 'a' })
})

it('names a label once that is proved in two ways', () => {
  const creator = (reason: string) => ({ label: 'creator', hard: true, reason, proof: [] })
  const labels = [creator('Signed the creation'), creator('Got tokens from the creator')]
  render(<WalletCell wallet={{ ...walletAt(1), labels }} />)
  expect(screen.getAllByText('Creator')).toHaveLength(1)
})

describe('the filter for what changed', () => {
  const changes = (up: number) => ({
    report_id: 'r0',
    made_at: '2026-11-20T09:00:00Z',
    up,
    down: 0,
    entered: 0,
    left: 0,
    left_wallets: [],
  })
  const showTools = (up: number) =>
    render(<WalletTools filter={NO_FILTER} onFilter={() => {}} labels={{}} changes={changes(up)} />)

  it('counts the changes since the earlier report', () => {
    showTools(2)
    expect(screen.getByRole('button', { name: 'Changed: 2 up' })).toBeInTheDocument()
  })

  it('is a sentence when nothing changed', () => {
    showTools(0)
    expect(screen.getByText('Nothing new since Nov 20')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Changed/ })).not.toBeInTheDocument()
  })
})
