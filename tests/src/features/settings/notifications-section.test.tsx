import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { NotificationsSection } from '#src/features/settings/notifications-section.tsx'
import { notifications } from '#src/platform/notifications/notifications.ts'

const { quiet, deliveries } = notifications.store.getState()
afterEach(() => notifications.store.setState({ quiet, deliveries }))

const state = () => notifications.store.getState()

it('sets how each kind arrives', async () => {
  render(<NotificationsSection />)
  const choose = (kind: string, delivery: string) =>
    userEvent.click(
      within(screen.getByRole('group', { name: kind })).getByRole('radio', { name: delivery }),
    )
  await choose('Payments', 'List only')
  await choose('Apps', 'Off')
  expect(state().deliveries).toEqual({ ...deliveries, payment: 'list', app: 'off' })
  expect(notifications.allowsToast('payment')).toBe(false)
  expect(notifications.allowsToast('report')).toBe(true)
})

it('sets the hours without pop-ups', async () => {
  render(<NotificationsSection />)
  expect(screen.queryByLabelText('Quiet from')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }))
  fireEvent.change(screen.getByLabelText('Quiet from'), { target: { value: '21:30' } })
  fireEvent.change(screen.getByLabelText('Quiet until'), { target: { value: '06:15' } })
  expect(state().quiet).toEqual({ isOn: true, fromMinute: 21 * 60 + 30, toMinute: 6 * 60 + 15 })
})
