import * as RadixDialog from '@radix-ui/react-dialog'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { Page } from '#src/app/layout/page.tsx'
import { Modal } from '#src/ui/overlay/modal.tsx'

// The sidebar asks for the width of the screen when its code loads.
vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
})

const Screen = ({ isLoaded, isSearching }: { isLoaded: boolean; isSearching: boolean }) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter initialEntries={['/', '/payment']}>
      {isLoaded && <Page title="Payment">Form</Page>}
      {isSearching && (
        <Modal onClose={() => {}}>
          <RadixDialog.Content aria-describedby={undefined}>
            <RadixDialog.Title>Search</RadixDialog.Title>
            <input aria-label="Search" />
          </RadixDialog.Content>
        </Modal>
      )}
    </MemoryRouter>
  </QueryClientProvider>
)

it('takes the focus after navigation', () => {
  render(<Screen isLoaded isSearching={false} />)
  expect(screen.getByRole('main')).toHaveFocus()
})

it('leaves the focus and the typed text to a dialog that opened while the page loaded', async () => {
  const { rerender } = render(<Screen isLoaded={false} isSearching />)
  await userEvent.type(screen.getByRole('textbox'), 'log')
  rerender(<Screen isLoaded isSearching />)
  await userEvent.keyboard(' out')
  expect(screen.getByRole('textbox')).toHaveValue('log out')
})
