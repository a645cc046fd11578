import { onlineManager, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { formatNumber } from '#contract/numbers.ts'
import { getQueryClient, scoped } from '#src/app/query-scope.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { preferences, startPreferences } from '#src/platform/preferences/preferences-store.ts'

const signIn = (id: string) =>
  authStore.setState({ status: 'authenticated', user: { id, username: id } })

const seen = new Map<string, QueryClient[]>()
let reads = 0

const Balance = scoped(({ place }: { place: string }) => {
  const client = useQueryClient()
  seen.set(place, [...(seen.get(place) ?? []), client])
  const { data } = useQuery({
    queryKey: ['balance'],
    queryFn: async () => {
      reads += 1
      return `${authStore.getState().user?.username}'s balance, read ${reads}`
    },
  })
  return <p>{`${place}: ${data ?? '…'}`}</p>
})

const Screen = () => (
  <>
    <Balance place="window" />
    <Balance place="header" />
  </>
)

beforeEach(() => {
  seen.clear()
  reads = 0
})

it('shares one cache between all parts of a page, across renders', async () => {
  signIn('ada')
  const { rerender } = render(<Screen />)
  expect(await screen.findByText("header: ada's balance, read 1")).toBeVisible()
  rerender(<Screen />)
  expect(new Set([...seen.values()].flat())).toEqual(new Set([getQueryClient()]))
  expect(reads).toBe(1)
})

it('starts an empty cache for the next user, in every part at once', async () => {
  signIn('ada')
  render(<Screen />)
  await screen.findByText("window: ada's balance, read 1")
  const before = getQueryClient()
  seen.clear()
  act(() => signIn('bob'))
  expect(screen.queryByText(/ada/)).toBeNull()
  for (const place of ['window', 'header']) {
    expect(await screen.findByText(`${place}: bob's balance, read 2`)).toBeVisible()
  }
  expect(getQueryClient()).not.toBe(before)
  expect(new Set([...seen.values()].flat())).toEqual(new Set([getQueryClient()]))
})

it('keeps the cache of a user whose name changes', () => {
  signIn('ada')
  const before = getQueryClient()
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'Ada L.' } })
  expect(getQueryClient()).toBe(before)
})

it('renders a number again when the way of writing numbers is changed', () => {
  const stop = startPreferences()
  const Amount = scoped(() => <p>{formatNumber(1234.5)}</p>)
  render(<Amount />)
  expect(screen.getByText('1,234.5')).toBeVisible()
  act(() => {
    void preferences.setState({ numbers: 'dot' })
  })
  expect(screen.getByText('1.234,5')).toBeVisible()
  act(() => {
    void preferences.setState({ numbers: 'comma' })
  })
  stop()
})

it('lets a change fail without a connection instead of holding it back', async () => {
  onlineManager.setOnline(false)
  const mutationFn = async () => {
    throw new Error('No connection')
  }
  const change = getQueryClient().getMutationCache().build(getQueryClient(), { mutationFn })
  await expect(change.execute(undefined)).rejects.toThrow('No connection')
  onlineManager.setOnline(true)
})
