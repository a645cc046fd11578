import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { addOwnApp } from '#contract/apps/own-apps.ts'
import { AddServerDialog } from '#src/features/app-store/own/add-server-dialog.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const show = () => {
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddServerDialog onClose={vi.fn()} onAdded={vi.fn()} />
    </QueryClientProvider>,
  )
  return user
}

describe('the dialog for a server of one’s own', () => {
  it('drops the refusal of an address as soon as the address changes', async () => {
    network.use(answer(addOwnApp, () => failure('VALIDATION_FAILED', 'No such server')))
    const user = show()
    await user.type(screen.getByLabelText('Address'), 'https://a.example')
    await user.click(screen.getByRole('button', { name: 'Add server' }))
    expect(await screen.findByText('No such server')).toBeVisible()
    await user.type(screen.getByLabelText('Address'), '/mcp')
    expect(screen.queryByText('No such server')).toBeNull()
  })

  it('names the fault of an address before it asks the server', async () => {
    const user = show()
    await user.type(screen.getByLabelText('Address'), 'nonsense')
    await user.click(screen.getByRole('button', { name: 'Add server' }))
    expect(screen.getByText('Enter an address that begins with https://')).toBeVisible()
    await user.clear(screen.getByLabelText('Address'))
    expect(screen.queryByText('Enter an address that begins with https://')).toBeNull()
  })

  it('adds nothing while the pasted configuration is wrong', async () => {
    const user = show()
    await user.type(screen.getByLabelText('Address'), 'https://a.example')
    await user.click(screen.getByRole('button', { name: 'Paste JSON instead' }))
    await user.type(screen.getByLabelText('Configuration'), 'oops')
    expect(screen.getByRole('button', { name: 'Add server' })).toBeDisabled()
    await user.clear(screen.getByLabelText('Configuration'))
    expect(screen.getByRole('button', { name: 'Add server' })).toBeEnabled()
  })
})
