import { afterAll, describe, expect, it } from 'vitest'
import type { DesktopState } from '#contract/desktop.ts'
import { registerDesktopRoutes } from '#server/modules/desktop/desktop-routes.ts'
import { testServer, type SignedIn } from '#tests/support/server.ts'

const server = await testServer({
  modules: (parts) => [(app) => registerDesktopRoutes(app, parts)],
})
afterAll(() => server.close())

const read = async (user: SignedIn) =>
  (await user.call<{ data: DesktopState }>('GET', '/desktop')).body.data

const put = (user: SignedIn, version: number, parts: object) =>
  user.call<{ data: { is_saved: boolean; version: number } | null }>('PUT', '/desktop', {
    body: { version, parts },
  })

const isSaved = ({ body }: Awaited<ReturnType<typeof put>>) => body.data?.is_saved

const WINDOW = {
  id: 'w1',
  title: 'Settings',
  path: '/settings',
  is_minimized: false,
  is_maximized: false,
  snap: null,
  cell: null,
  rect: { x: 10, y: 20, width: 600, height: 400 },
  placed_on: { width: 1440, height: 900 },
}

describe('the desktop of an account', () => {
  it('stores nothing until it is saved, and then only for its owner', async () => {
    const [owner, other] = await Promise.all([server.signIn(), server.signIn()])
    expect(await read(owner)).toEqual({ version: 0, parts: null, updated_at: null })
    expect((await put(owner, 0, { dock: ['/settings'] })).body.data).toEqual({
      is_saved: true,
      version: 1,
    })
    expect(await read(owner)).toMatchObject({ version: 1, parts: { dock: ['/settings'] } })
    expect(await read(other)).toMatchObject({ version: 0, parts: null })
  })

  it('replaces single parts and leaves the others', async () => {
    const user = await server.signIn()
    const split = { x: 0.5, y: 0.5 }
    await put(user, 0, { dock: ['/settings'], icon_names: { '/theme': 'Colors' } })
    await put(user, 1, { windows: { windows: [WINDOW], from_bottom: ['w1'], split } })
    expect((await read(user)).parts).toEqual({
      dock: ['/settings'],
      icon_names: { '/theme': 'Colors' },
      windows: { windows: [WINDOW], from_bottom: ['w1'], split },
    })
  })

  it('saves one of two changes to the same version, and refuses the other', async () => {
    const user = await server.signIn()
    const first = await Promise.all([
      put(user, 0, { dock: ['/a'] }),
      put(user, 0, { dock: ['/b'] }),
    ])
    expect(new Set(first.map(isSaved))).toEqual(new Set([true, false]))
    const second = await Promise.all([
      put(user, 1, { dock: ['/c'] }),
      put(user, 1, { dock: ['/d'] }),
    ])
    expect(new Set(second.map(isSaved))).toEqual(new Set([true, false]))
    expect((await read(user)).version).toBe(2)
  })

  it('forgets the parts but not the version, so that other browsers notice', async () => {
    const user = await server.signIn()
    await put(user, 0, { dock: ['/settings'] })
    await user.call('DELETE', '/desktop')
    expect(await read(user)).toMatchObject({ version: 2, parts: null })
    expect(isSaved(await put(user, 1, { dock: [] }))).toBe(false)
    expect(isSaved(await put(user, 2, { dock: [] }))).toBe(true)
  })

  it.each([
    ['a path that is no path', { windows: { windows: [{ ...WINDOW, path: 'settings' }] } }],
    ['a choice that is an object', { look: { accent: { color: 'red' } } }],
    ['a dock with too many pins', { dock: Array.from({ length: 41 }, (_, pin) => `/app/${pin}`) }],
  ])('refuses %s', async (_what, parts) => {
    expect((await put(await server.signIn(), 0, parts)).status).toBe(400)
  })

  it('refuses more than 64 kB, also in steps', async () => {
    const user = await server.signIn()
    const names = (from: number) =>
      Object.fromEntries(
        Array.from({ length: 120 }, (_, place) => [`/app/${from + place}`, 'n'.repeat(280)]),
      )
    expect((await put(user, 0, { icon_names: names(0) })).status).toBe(200)
    const order = Object.values(names(0)).map((name, place) => `${place}${name}`)
    expect((await put(user, 1, { icon_order: order })).status).toBe(413)
    expect((await read(user)).version).toBe(1)
  })

  it('is in the export, and goes with the account', async () => {
    const user = await server.signIn()
    await put(user, 0, { icon_names: { '/theme': 'My colors' } })
    const exported = await user.call('GET', '/auth/export')
    expect(exported.text).toContain('My colors')
    const proof = await server.prove(user.wallet)
    await user.call('DELETE', '/auth/account', { body: { proof } })
    const rows = await server.db.query('select 1 from desktop_state where user_id = $1', [
      user.userId,
    ])
    expect(rows).toEqual([])
  })
})
