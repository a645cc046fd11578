import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { DesktopSection } from '#src/features/settings/desktop-section.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'

it('offers widgets where there is room for them, and none on a phone', () => {
  const { screen: before } = windows.store.getState()
  onTestFinished(() => windows.setScreen(before))
  windows.setScreen({ width: 1440, height: 900 })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DesktopSection />
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('switch', { name: /widget$/ })).toHaveLength(3)
  act(() => windows.setScreen({ width: 390, height: 844 }))
  expect(screen.queryByRole('switch', { name: /widget$/ })).not.toBeInTheDocument()
})
