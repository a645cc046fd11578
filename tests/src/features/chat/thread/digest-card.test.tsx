import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { DigestPart } from '#contract/chat/parts.ts'
import {
  ClientActionsContext,
  type ActionOutcome,
} from '#src/features/chat/conversation/client-actions.ts'
import { DigestCard } from '#src/features/chat/thread/digest-card.tsx'
import { LinkGuard } from '#src/platform/markdown/link-guard.tsx'
import { toastStore } from '#src/ui/toast/toast-store.ts'

const digest = (change: Partial<DigestPart> = {}): DigestPart => ({
  type: 'digest',
  research_id: 'r1',
  title: 'What is new on Solana?',
  answer: [{ text: 'Blocks took <b>150 ms</b>.', cites: [2, 5] }],
  figures: [{ label: 'SOL price', display: '$152.05', cite: 2 }],
  sources: [
    { n: 2, title: 'Faster blocks', url: 'https://wire.example/2', source_name: 'Wire' },
    { n: 5, title: 'A trap', url: 'javascript:alert(1)', source_name: 'Forum' },
  ],
  source_count: 24,
  label: 'Quotes only (no AI summary)',
  is_demo: true,
  made_at: '2026-03-03T10:00:00.000Z',
  ...change,
})

const show = (shown = digest(), outcome: ActionOutcome = { ok: true, undo: null }) => {
  const run = vi.fn(() => Promise.resolve(outcome))
  const { container } = render(
    <ClientActionsContext
      value={{ isImmediate: () => false, findEvents: () => Promise.resolve([]), run }}
    >
      <LinkGuard>
        <DigestCard digest={shown} />
      </LinkGuard>
    </ClientActionsContext>,
  )
  return { run, container }
}

describe('the card of a shared digest', () => {
  it('names where it was searched', () => {
    show(digest({ focus: 'news' }))
    expect(screen.getByText('Searched only: News')).toBeInTheDocument()
  })

  it('shows question, answer, figures and sources, and nothing as markup', () => {
    const { container } = show()
    expect(screen.getByRole('heading', { name: 'What is new on Solana?' })).toBeVisible()
    expect(screen.getByText(/Blocks took <b>150 ms<\/b>\./)).toBeVisible()
    expect(screen.getByText('SOL price')).toBeVisible()
    expect(screen.getByText(/\$152\.05/)).toBeVisible()
    expect(screen.getByText('DEMO')).toBeVisible()
    const sources = within(screen.getByRole('region', { name: 'Sources' }))
    expect(sources.getByText('2 of 24')).toBeVisible()
    const links = sources.getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://wire.example/2'])
    expect(links[0]).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    expect(sources.getByText('A trap')).toBeVisible()
    expect(container.textContent).not.toContain('##')
  })

  it('asks before a source is opened', async () => {
    show()
    await userEvent.click(screen.getByRole('link', { name: 'Faster blocks' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('wire.example')
  })

  it('opens the digest it was made of', async () => {
    const { run } = show()
    await userEvent.click(screen.getByRole('button', { name: 'Open digest' }))
    expect(run).toHaveBeenCalledWith({
      kind: 'open_app',
      path: '/research?id=r1',
      title: 'Research',
    })
  })

  it('shows when Research cannot be opened', async () => {
    show(digest(), { ok: false, message: 'This page cannot do that.' })
    await userEvent.click(screen.getByRole('button', { name: 'Open digest' }))
    await expect.poll(() => toastStore.getState().toast?.title).toBe('This page cannot do that.')
  })

  it('omits parts that a digest does not have', () => {
    show(digest({ answer: [], figures: [], sources: [], is_demo: false }))
    expect(screen.queryByRole('region', { name: 'Sources' })).toBeNull()
    expect(screen.queryByText('DEMO')).toBeNull()
    expect(screen.getByRole('button', { name: 'Open digest' })).toBeVisible()
  })
})
