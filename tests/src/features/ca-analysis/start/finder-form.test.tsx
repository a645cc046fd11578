import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { FinderForm } from '#src/features/ca-analysis/start/finder-form.tsx'

const TOKEN = 'Demo1n4J8aduxTgPBM92AXh1N6KjEfhzgvECosUKNCjU'
const OTHER = 'DemoYrksB74Hgdu2Xq6ChvGE8gtvDBxsZ9MQW3FeNGF6'

const Form = () => {
  const [addresses, setAddresses] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FinderForm
        addresses={addresses}
        onChange={setAddresses}
        isBusy={false}
        onStart={() => setProblem('Nothing found there.')}
        onRefuse={vi.fn()}
        problem={problem}
        retryAtMs={null}
      />
    </QueryClientProvider>
  )
}

it('adds the addresses of a pasted list, and names the others', () => {
  render(<Form />)
  const field = screen.getByLabelText('Contract addresses')
  fireEvent.change(field, { target: { value: `hello ${TOKEN}, 0xabc` } })
  expect(field).toHaveValue('hello 0xabc')
  expect(screen.getByText('Not an address: hello 0xabc')).toBeVisible()
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.submit(field)
  expect(screen.getByText('Add at least two tokens.')).toBeVisible()
})

it('shows why a search is refused in place of the note about a repeated token', () => {
  render(<Form />)
  const field = screen.getByLabelText('Contract addresses')
  fireEvent.change(field, { target: { value: `${TOKEN} ${OTHER} ${TOKEN}` } })
  expect(screen.getByText(/^A token counts once/)).toBeVisible()
  fireEvent.submit(field)
  expect(screen.getByText('Nothing found there.')).toBeVisible()
})

it('accepts a repeated token, and hides a refusal once the tokens change', () => {
  render(<Form />)
  const field = screen.getByLabelText('Contract addresses')
  fireEvent.change(field, { target: { value: `${TOKEN} ${OTHER} ${TOKEN}` } })
  expect(field).not.toHaveAttribute('aria-invalid')
  fireEvent.submit(field)
  expect(field).toHaveAttribute('aria-invalid', 'true')
  fireEvent.click(screen.getByRole('button', { name: `Remove ${OTHER}` }))
  expect(screen.queryByText('Nothing found there.')).not.toBeInTheDocument()
  expect(field).not.toHaveAttribute('aria-invalid')
  expect(field).toHaveFocus()
})

it('labels the field of each window', () => {
  render(
    <>
      <Form />
      <Form />
    </>,
  )
  expect(screen.getAllByLabelText('Contract addresses')).toHaveLength(2)
})
