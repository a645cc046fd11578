import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { NotificationCenter } from '#src/features/notifications/notification-center.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { notify } from '#src/platform/notifications/notifications.ts'

it('keeps the times of a notification in order beside a title that is written from right to left', async () => {
  authStore.setState({ status: 'authenticated', user: { id: 'u1', username: 'ada' } })
  notify({
    id: 'r1',
    kind: 'reminder',
    title: 'مرحبا بالعالم',
    text: '10:00 – 11:00 PM',
    path: '/calendar',
  })
  render(<NotificationCenter onOpen={() => undefined} />)
  await userEvent.click(screen.getByRole('button', { name: /^Notifications/ }))
  const row = within(await screen.findByRole('listitem')).getByRole('button')
  expect(row.querySelector('[dir]')).toBeNull()
  expect(screen.getByText('مرحبا بالعالم').tagName).toBe('BDI')
})
