import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { FinderForm } from '#src/features/ca-analysis/start/finder-form.tsx'

const TOKEN = 'Demo1n4J8aduxTgPBM92AXh1N6KjEfhzgvECosUKNCjU'

const Form = () => {
  const [addresses, setAddresses] = useState<readonly string[]>([])
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FinderForm
        addresses={addresses}
        onChange={setAddresses}
        isBusy={false}
        onStart={vi.fn()}
        onRefuse={vi.fn()}
        problem={null}
        retryAtMs={null}
      />
    </QueryClientProvider>
  )
}

it('takes the addresses of a pasted list, and names what is none', () => {
  render(<Form />)
  const field = screen.getByLabelText('Contract addresses')
  fireEvent.change(field, { target: { value: `hello ${TOKEN}, 0xabc` } })
  expect(field).toHaveValue('hello 0xabc')
  expect(screen.getByText('Not an address: hello 0xabc')).toBeVisible()
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.submit(field)
  expect(screen.getByText('Add at least two tokens.')).toBeVisible()
})
