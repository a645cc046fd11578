import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EditorDialogs } from '#src/features/calendar/editor/editor-dialogs.tsx'
import { useEditor } from '#src/features/calendar/editor/use-editor.ts'
import { getCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { authStore, useAuth } from '#src/platform/auth/auth-store.ts'
import { draftEvent } from '#contract/calendar/draft.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { Queries } from './queries.tsx'

const NINE = Date.UTC(2026, 10, 20, 9)
const HOUR = 3_600_000

const signIn = (id: string) =>
  act(() => authStore.setState({ status: 'authenticated', user: { id, username: id } }))
const expire = () => act(() => authStore.setState({ status: 'unauthenticated', user: null }))

type EditorProps = { userId: string; isInFront?: boolean }

const Editor = ({ userId, isInFront = true }: EditorProps) => {
  const editor = useEditor(getCalendar(userId), isInFront)
  return (
    <>
      <button onClick={() => editor.startNew(NINE, NINE + HOUR, false)}>Create</button>
      <EditorDialogs editor={editor} findFocusAfterDialog={() => null} />
    </>
  )
}

const Page = () => {
  const userId = useAuth(({ user }) => (user === null ? null : String(user.id)))
  return userId === null ? <p>Signed out</p> : <Editor key={userId} userId={userId} />
}

const title = () => screen.queryByLabelText<HTMLInputElement>('Title')

beforeEach(() => {
  const data = { title: 'Token launch', starts_at: null, ends_at: null, repeats: null }
  network.use(answer(draftEvent, () => ({ status: 'success', data })))
  signIn('ada')
})
afterEach(() => {
  expire()
  sessionStorage.clear()
})

const typeTitle = async (text: string) => {
  render(<Page />, { wrapper: Queries })
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await userEvent.type(screen.getByLabelText('Title'), text)
}

it('reopens with the typed text when its user signs in after the session expired', async () => {
  await typeTitle('Token launch')
  expire()
  expect(screen.getByText('Signed out')).toBeTruthy()
  signIn('ada')
  expect(title()?.value).toBe('Token launch')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    getCalendar('ada')
      .store.getState()
      .events.map((event) => event.title),
  ).toContain('Token launch')
  expire()
  signIn('ada')
  expect(title()).toBeNull()
})

it('is not shown to another user', async () => {
  await typeTitle('My secret plan')
  expire()
  signIn('bob')
  expect(title()).toBeNull()
})

it('stays closed after it was cancelled', async () => {
  await typeTitle('Nothing')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expire()
  signIn('ada')
  expect(title()).toBeNull()
})

it('waits behind the window that a reload has opened in front, until the calendar is in front', async () => {
  await typeTitle('Token launch')
  expire()
  cleanup()
  signIn('ada')
  const { rerender } = render(<Editor userId="ada" isInFront={false} />, { wrapper: Queries })
  expect(title()).toBeNull()
  rerender(<Editor userId="ada" isInFront />)
  expect(title()?.value).toBe('Token launch')
})
