import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { QuestionForm } from '#src/features/research/run/question-form.tsx'

it('does not send a text that is too long, and keeps all of it', async () => {
  const onAsk = vi.fn()
  const form = { label: 'Question', examples: [], isBusy: false, isOffline: false, problem: null }
  render(<QuestionForm {...form} onAsk={onAsk} />)
  await userEvent.click(screen.getByLabelText('Question'))
  await userEvent.paste('a'.repeat(2_015))
  await userEvent.click(screen.getByRole('button', { name: 'Ask · 1 POINT' }))
  expect(onAsk).not.toHaveBeenCalled()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Too long by 15 characters. Shorten it to 2,000.',
  )
  expect(screen.getByLabelText('Question')).toHaveValue('a'.repeat(2_015))
  await userEvent.clear(screen.getByLabelText('Question'))
  await userEvent.paste('a'.repeat(2_000))
  await userEvent.click(screen.getByRole('button', { name: 'Ask · 1 POINT' }))
  expect(onAsk).toHaveBeenCalledWith('a'.repeat(2_000))
})
