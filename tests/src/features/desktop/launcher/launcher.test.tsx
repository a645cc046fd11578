import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { desktop } from '#src/features/desktop/desktop-store.ts'
import { Launcher } from '#src/features/desktop/launcher/launcher.tsx'
import { listLauncherSections } from '#src/features/desktop/launcher/launcher-apps.ts'
import { setAddedApps, setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { testApp } from '#tests/support/desktop.ts'

const Body = () => <p>Body</p>

const APPS = [
  testApp('/ca-signal', { title: 'CA Signal', group: 'walletTools', status: 'coming_soon' }),
  testApp('/wallet-finder', { Body, title: 'CA Analysis', group: 'walletTools' }),
  testApp('/chat', { Body, title: 'Chat', hasIcon: false }),
]
const ADDED = [
  testApp('/app/explorer', { Body, title: 'Solana Explorer', group: 'installed' }),
  testApp('/agent/7', { Body, title: 'My Agent', group: 'userAgents' }),
]

beforeEach(() => {
  setAppRegistry(APPS)
  setAddedApps(ADDED)
  desktop.reset()
})

it('lists every app by group, with coming apps at the end of each', () => {
  const sections = listLauncherSections([...APPS, ...ADDED], { '/agent/7': 'Renamed' }, '')
  expect(sections.map(({ title, apps }) => [title, apps.map(({ label }) => label)])).toEqual([
    ['Analysis Tools', ['CA Analysis', 'CA Signal']],
    ['Installed Applications', ['Solana Explorer']],
    ['My Created Agents', ['Renamed']],
    ['Other Applications', ['Chat']],
  ])
})

it('opens the best match by Enter and closes', async () => {
  render(<Launcher />)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search apps' }), 'explor{Enter}')
  expect(windows.findByPath('/app/explorer')).toBeDefined()
  expect(desktop.store.getState().isLauncherOpen).toBe(false)
})

it('goes from the search into the apps and back to it by typing', async () => {
  render(<Launcher />)
  const field = screen.getByRole('searchbox')
  await userEvent.click(field)
  await userEvent.keyboard('{ArrowDown}')
  const dialog = within(screen.getByRole('dialog', { name: 'Apps' }))
  expect(dialog.getByRole('button', { name: /^CA Analysis/ })).toHaveFocus()
  await userEvent.keyboard('z')
  expect(field).toHaveFocus()
})

it('offers the store when nothing is found', async () => {
  render(<Launcher />)
  await userEvent.type(screen.getByRole('searchbox'), 'qqqqq')
  expect(screen.getByText('No apps found')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Open App Store' })).toBeInTheDocument()
})
