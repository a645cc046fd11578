import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sharedResearch } from '#contract/research/research-links.ts'
import { SharedResearch } from '#src/features/research/share/shared-research.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { testDigest } from '#tests/src/features/research/digest.ts'

const open = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <SharedResearch token="secret-token" />
    </QueryClientProvider>,
  )

it('shows the digest, and nothing that needs an account', async () => {
  const digest = testDigest()
  network.use(answer(sharedResearch, () => ({ status: 'success', data: digest })))
  open()
  expect(await screen.findByRole('heading', { name: digest.query })).toBeInTheDocument()
  for (const name of ['Share', 'Discuss in chat', /POINT/]) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  }
})

it('shows that a link has ended', async () => {
  network.use(answer(sharedResearch, () => failure('NOT_FOUND', 'This link has ended')))
  open()
  expect(await screen.findByText('This link doesn’t work')).toBeInTheDocument()
})
