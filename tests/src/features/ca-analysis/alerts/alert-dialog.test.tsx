import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  createPriceAlert,
  deletePriceAlert,
  listPriceAlerts,
  MAX_WAITING_ALERTS,
  readTokenPrice,
  type PriceAlert,
} from '#contract/analysis/alerts.ts'
import { AlertDialog } from '#src/features/ca-analysis/alerts/alert-dialog.tsx'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const MINT = addressOf('comet')
const TOKEN = { contract_address: MINT, symbol: 'COMET', unit: 'SOL' } as const

const alert = (id: string, more: Partial<PriceAlert> = {}): PriceAlert => ({
  ...TOKEN,
  id,
  direction: 'above',
  price: 0.002,
  created_at: '2026-11-26T09:00:00.000Z',
  fired: null,
  ...more,
})

/** Shows the dialog on a server that keeps these alerts. Returns the bodies of the created ones. */
const open = (alerts: PriceAlert[] = []) => {
  let kept = alerts
  const created: unknown[] = []
  network.use(
    answer(readTokenPrice, () => ({ status: 'success', data: { ...TOKEN, price: 0.001 } })),
    answer(listPriceAlerts, () => ({
      data: kept,
      meta: { offset: 0, limit: 100, total: kept.length, has_more: false },
    })),
    answer(createPriceAlert, async ({ request }) => {
      const body = (await request.json()) as Pick<PriceAlert, 'direction' | 'price'>
      created.push(body)
      const added = alert(`new-${created.length}`, body)
      kept = [added, ...kept]
      return { status: 'success', data: added }
    }),
    answer(deletePriceAlert, ({ params }) => {
      kept = kept.filter(({ id }) => id !== params['id'])
      return {}
    }),
  )
  show()
  return created
}

const show = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AlertDialog address={MINT} name="COMET" onClose={() => undefined} />
    </QueryClientProvider>,
  )

const field = () => screen.findByLabelText('Price in SOL, now 0.001 SOL')
const button = () => screen.getByRole('button', { name: 'Set alert' })

it('takes the direction from the typed price, and sets the alert', async () => {
  const created = open()
  expect(await screen.findByText('No price alerts yet')).toBeInTheDocument()
  const input = await field()
  expect(button()).toBeDisabled()
  await userEvent.type(input, '0,0015')
  expect(screen.getByText('When it rises to 0.0015 SOL, +50.0% from now.')).toBeInTheDocument()
  await userEvent.type(input, '{Control>}a{/Control}99999999')
  expect(screen.getByText(/, over 1,000 times the price now\.$/)).toBeInTheDocument()
  await userEvent.clear(input)
  await userEvent.type(input, '0,0015')
  await userEvent.clear(input)
  await userEvent.type(input, '0.0005{Enter}')
  expect(await screen.findByText('COMET falls to 0.0005 SOL')).toBeInTheDocument()
  expect(created).toEqual([{ contract_address: MINT, direction: 'below', price: 0.0005 }])
  expect(input).toHaveValue('')
})

it('offers changes of the price', async () => {
  open()
  const input = await field()
  for (const [name, value] of [
    ['−20%', '0.0008'],
    ['+20%', '0.0012'],
    ['2×', '0.002'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(input).toHaveValue(value)
  }
  expect(screen.getByText(/rises to 0\.002 SOL, \+100%/)).toBeInTheDocument()
})

it('refuses text that is not a price, and shows why the server refuses one', async () => {
  open()
  network.use(
    answer(createPriceAlert, () => failure('CONFLICT', 'COMET is at 0.003 SOL, already above.')),
  )
  const input = await field()
  await userEvent.type(input, 'much')
  expect(screen.getByText('Type a price above 0.')).toBeInTheDocument()
  expect(button()).toBeDisabled()
  await userEvent.clear(input)
  await userEvent.type(input, '0.002{Enter}')
  expect(await screen.findByText('COMET is at 0.003 SOL, already above.')).toBeInTheDocument()
  expect(input).toHaveValue('0.002')
})

it('lists the alerts of all tokens, deletes one and sets a reached one again', async () => {
  const fired = { at: '2026-11-26T10:00:00.000Z', price: 0.0021 }
  const created = open([alert('a', { symbol: 'HARBOR' }), alert('b', { fired })])
  expect(await screen.findByText('HARBOR rises to 0.002 SOL')).toBeInTheDocument()
  expect(screen.getByText(/^Reached .* at 0\.0021 SOL$/)).toBeInTheDocument()
  await userEvent.click(
    screen.getByRole('button', { name: 'Delete alert: HARBOR rises to 0.002 SOL' }),
  )
  await waitFor(() => expect(screen.queryByText(/^HARBOR/)).not.toBeInTheDocument())
  await userEvent.click(screen.getByRole('button', { name: 'Set again: COMET rises to 0.002 SOL' }))
  await waitFor(() => expect(screen.queryByText(/^Reached/)).not.toBeInTheDocument())
  expect(screen.getByText('COMET rises to 0.002 SOL')).toBeInTheDocument()
  expect(created).toEqual([{ contract_address: MINT, direction: 'above', price: 0.002 }])
})

it('shows that a reached alert cannot be set again while the price is beyond it', async () => {
  open([alert('b', { fired: { at: '2026-11-26T10:00:00.000Z', price: 0.0021 } })])
  network.use(answer(createPriceAlert, () => failure('CONFLICT', 'COMET is at 0.0021 SOL.')))
  await userEvent.click(await screen.findByRole('button', { name: /^Set again/ }))
  await waitFor(() => expect(toastStore.getState().toast?.title).toBe('COMET is at 0.0021 SOL.'))
  expect(screen.getByText(/^Reached/)).toBeInTheDocument()
})

it('shows when no more alerts can be set', async () => {
  open(Array.from({ length: MAX_WAITING_ALERTS }, (_, nth) => alert(`${nth}`, { price: nth + 1 })))
  await userEvent.type(await field(), '5')
  expect(await screen.findByText(/^20 alerts are waiting/)).toBeInTheDocument()
  expect(button()).toBeDisabled()
})

it('can be tried again when price and list do not load', async () => {
  open()
  network.use(
    answer(readTokenPrice, () => failure('NO_PRICE', 'This token has no pool with a price.')),
    answer(listPriceAlerts, () => failure('INTERNAL', 'broken')),
  )
  expect(await screen.findByText('This token has no pool with a price.')).toBeInTheDocument()
  expect(await screen.findByText('We couldn’t load your price alerts.')).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2)
})
