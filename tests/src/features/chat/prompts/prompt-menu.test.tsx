import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Composer } from '#src/features/chat/composer/composer.tsx'
import { prompts } from '#src/features/chat/prompts/prompts.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

beforeEach(() => {
  authStore.setState({ status: 'unauthenticated', user: null })
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
  for (const { name } of prompts.store.getState().prompts) prompts.remove(name)
})

const open = () => {
  const onSend = vi.fn()
  render(
    <Composer
      draftKey="draft-of-prompts"
      placeholder="Ask"
      questions={[]}
      mentionable={null}
      commands={[]}
      onTypeCommand={() => undefined}
      isLoading={false}
      isRunning={false}
      isStopping={false}
      onSend={onSend}
      onStop={() => undefined}
    />,
  )
  return onSend
}

const box = () => screen.getByRole('textbox', { name: 'Message' })

const choose = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Saved prompts' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it('inserts a prompt where the caret is, and goes on there', async () => {
  prompts.save({ name: 'risks', text: 'What are the risks?' }, null)
  open()
  await userEvent.type(box(), 'Hello ')
  await choose('risks')
  expect(box()).toHaveValue('Hello What are the risks?')
  await waitFor(() => expect(box()).toHaveFocus())
  await userEvent.clear(box())
})

it('inserts a prompt after a draft of an earlier visit', async () => {
  prompts.save({ name: 'risks', text: 'What are the risks?' }, null)
  getPersonalStorage().set('draft-of-prompts', 'Hello ')
  open()
  await choose('risks')
  expect(box()).toHaveValue('Hello What are the risks?')
  await userEvent.clear(box())
})

it('inserts a prompt that is typed by its name, to be read before it is sent', async () => {
  prompts.save({ name: 'risks', text: 'What are the risks?' }, null)
  const onSend = open()
  await userEvent.type(box(), '/ri')
  expect(screen.getByRole('option', { name: /\/risks/ })).toBeVisible()
  await userEvent.type(box(), 'sks{Enter}')
  expect(box()).toHaveValue('What are the risks? ')
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.type(box(), '{Enter}')
  expect(onSend).toHaveBeenCalledExactlyOnceWith('What are the risks?')
})

it('saves the text in the field as a prompt, and does not send it', async () => {
  const onSend = open()
  await userEvent.click(screen.getByRole('button', { name: 'Saved prompts' }))
  expect(await screen.findByRole('menuitem', { name: 'Save text as prompt' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await userEvent.keyboard('{Escape}')
  await userEvent.type(box(), 'Who holds it?')
  await choose('Save text as prompt')
  const dialog = screen.getByRole('dialog', { name: 'New prompt' })
  expect(within(dialog).getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Top holders')
  expect(within(dialog).getByText('Type /top-holders to insert it')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(prompts.store.getState().prompts).toEqual([{ name: 'top-holders', text: 'Who holds it?' }])
  expect(onSend).not.toHaveBeenCalled()
  expect(box()).toHaveValue('Who holds it?')
  await userEvent.clear(box())
})

it('changes and deletes prompts, and refuses a name twice', async () => {
  prompts.save({ name: 'age', text: 'How old is it?' }, null)
  prompts.save({ name: 'risks', text: 'What are the risks?' }, null)
  open()
  await choose('Edit prompts')
  await userEvent.click(screen.getByRole('button', { name: 'Edit age' }))
  const name = screen.getByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Risks')
  expect(screen.getByText('You have a prompt with this name.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.type(name, ' old')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete risks' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(prompts.store.getState().prompts).toEqual([{ name: 'risks-old', text: 'How old is it?' }])
})

it('belongs to the user who saved it', () => {
  prompts.save({ name: 'age', text: 'How old is it?' }, null)
  authStore.setState({ status: 'authenticated', user: { id: 'bob', username: 'bob' } })
  expect(prompts.store.getState().prompts).toEqual([])
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
  expect(prompts.store.getState().prompts).toHaveLength(1)
})
