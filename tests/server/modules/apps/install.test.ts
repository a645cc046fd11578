import { afterAll, describe, expect, it, vi } from 'vitest'
import type { AppServer, StoreApp, StoreAppDetail } from '#contract/apps/apps.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import { appStore, EXPLORER, runTool, toolsOf, type AppStore } from './app-store.ts'

type Listed = { data: { app_list: StoreApp[]; installed_apps: StoreApp[] } }
type Detail = { data: StoreAppDetail }
type Servers = { data: AppServer[] }
const WALLET = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

const chain = await testChain()
const store = await appStore({ rpcUrl: chain.rpcUrl })
await rpcResult(chain, 'requestAirdrop', [WALLET, 2_500_000_000])
afterAll(async () => {
  await store.close()
  await chain.stop()
})

const install = (user: { call: AppStore['call'] }, appId: string) =>
  user.call<{ data: { success: boolean; steps: { step: string }[] } }>('POST', '/apps/install', {
    body: { appId },
  })
const uninstall = (user: { call: AppStore['call'] }, appId: string) =>
  user.call<{ data: { success: boolean } }>('POST', '/apps/uninstall', { body: { appId } })

describe('categories', () => {
  it('are those of the store', async () => {
    const user = await store.signIn()
    const { body } = await user.call<{ data: { id: string; name: string }[] }>(
      'GET',
      '/apps/categories',
    )
    expect(body.data.map(({ name }) => name)).toEqual([
      'All',
      'DeFi',
      'NFT',
      'Wallet',
      'Analytics',
      'Trading',
      'Governance',
    ])
  })

  it('narrow the list', async () => {
    const user = await store.signIn()
    const idsOf = async (query: string) =>
      (await user.call<Listed>('GET', `/apps${query}`)).body.data.app_list.map(({ id }) => id)
    expect(await idsOf('?category=analytics')).toContain(EXPLORER)
    expect(await idsOf('?category=nft')).not.toContain(EXPLORER)
    expect(await idsOf('?category=nothing')).toEqual([])
    expect(await idsOf('?category=all')).toEqual(await idsOf(''))
  })
})

describe('an app that ships with the product', () => {
  it('is installed, used by a chat of its own, and uninstalled', async () => {
    const user = await store.signIn()
    expect(await toolsOf(store, user.userId, EXPLORER)).toEqual([])

    const { status, body } = await install(user, EXPLORER)
    expect([status, body.data.success]).toEqual([200, true])
    expect(body.data.steps.map(({ step }) => step)).toEqual(['connect', 'list_tools', 'pin'])
    const listed = (await user.call<Listed>('GET', '/apps')).body.data
    expect(listed.installed_apps).toMatchObject([
      { id: EXPLORER, installed: true, is_disabled: false, rating: null },
    ])
    expect(Date.parse(listed.installed_apps[0]?.installDate ?? '')).toBeGreaterThan(0)

    const answer = await runTool(store, {
      userId: user.userId,
      appId: EXPLORER,
      tool: 'get_balance',
      args: { address: WALLET },
    })
    expect(answer).toMatchObject({
      text: expect.stringContaining('2.5 SOL'),
      structured: { lamports: '2500000000' },
      source: 'Solana Explorer',
    })

    expect((await uninstall(user, EXPLORER)).body.data).toEqual({ success: true })
    expect(await toolsOf(store, user.userId, EXPLORER)).toEqual([])
    const after = (await user.call<Listed>('GET', '/apps')).body.data
    expect(after.installed_apps).toEqual([])
    expect(after.app_list.find(({ id }) => id === EXPLORER)).toMatchObject({
      installed: false,
      installDate: null,
    })
    expect((await uninstall(user, EXPLORER)).status).toBe(404)
  })

  it('answers questions, and says so if it cannot', async () => {
    const user = await store.signIn()
    await install(user, EXPLORER)
    const ask = (tool: string, args: Record<string, unknown> = {}) =>
      runTool(store, { userId: user.userId, appId: EXPLORER, tool, args })
    expect((await ask('network_status')).text).toMatch(/Slot \| [\d,]+/)
    expect((await ask('get_account', { address: WALLET })).text).toContain('wallet')
    // The airdrop is listed once it is confirmed.
    const activity = await vi.waitUntil(async () => {
      const answer = await ask('get_recent_activity', { address: WALLET, limit: 3 })
      return answer.isError === true ? undefined : answer
    }, 10_000)
    const { transactions } = activity.structured as { transactions: { signature: string }[] }
    const signature = transactions[0]?.signature ?? ''
    expect((await ask('get_transaction', { signature })).text).toContain('Fee')
    expect(await ask('get_token_holders', { mint: WALLET })).toMatchObject({
      isError: true,
      text: 'This address is not a token mint.',
    })
    expect(await ask('get_balance', { address: 'nonsense' })).toMatchObject({ isError: true })
  })

  it('shows tools, permissions, publisher, pins and history', async () => {
    const user = await store.signIn()
    await install(user, EXPLORER)
    const { body } = await user.call<Detail>('GET', `/apps/${EXPLORER}`)
    const { data } = body
    expect(data.tools.map(({ name }) => name)).toContain('get_transaction')
    expect(data.tools.every(({ writes }) => writes === false)).toBe(true)
    expect(data.permissions.map(({ id }) => id)).toEqual(['built_in', 'read', 'no_wallet'])
    expect(data.pins.installed).toBe(data.pins.reviewed)
    expect(data.pins.reviewed).toMatch(/^[\da-f]{64}$/)
    expect(data.audit_history.map(({ event }) => event)).toEqual(['approved', 'audited', 'added'])
    expect(data).toMatchObject({ publisher: 'SolDesk', authorization: null })
  })

  it('promises nothing about an app without a review', async () => {
    const user = await store.signIn()
    const { body } = await user.call<Detail>('GET', '/apps/solana-agent-kit')
    expect(body.data.permissions.map(({ id }) => id)).toEqual(['process', 'unreviewed'])
  })

  it('counts an account once, however often it installs', async () => {
    const count = async () => {
      const { body } = await user.call<Detail>('GET', `/apps/${EXPLORER}`)
      return body.data.downloads ?? 0
    }
    const user = await store.signIn()
    const before = await count()
    await install(user, EXPLORER)
    await install(user, EXPLORER)
    await uninstall(user, EXPLORER)
    await install(user, EXPLORER)
    expect(await count()).toBe(before + 1)
  })

  it('tells how its server was met', async () => {
    const user = await store.signIn()
    const { body } = await user.call<Servers>('GET', '/apps/servers')
    expect(body.data.find(({ id }) => id === EXPLORER)).toMatchObject({
      status: 'connected',
      protocol: '2026-07-28',
      tools: 6,
      last_error: null,
    })
  })
})

describe('what is not there', () => {
  it('is 404 for every call', async () => {
    const user = await store.signIn()
    expect((await user.call('GET', '/apps/nothing')).status).toBe(404)
    expect((await install(user, 'nothing')).status).toBe(404)
    expect((await uninstall(user, 'nothing')).status).toBe(404)
    expect((await uninstall(user, EXPLORER)).status).toBe(404)
  })
})
