import { afterAll, describe, expect, it } from 'vitest'
import type { StoreApp, StoreAppDetail } from '#contract/apps/apps.ts'
import { PRODUCT_CATALOG } from '#server/modules/apps/store/product-catalog.ts'
import { rpcResult, testChain } from '#tests/support/chain.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { appStore, runTool } from './app-store.ts'

const WALLET = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'

const chain = await testChain()
const store = await appStore({ rpcUrl: chain.rpcUrl })
const user = await store.signIn()
afterAll(async () => {
  await store.close()
  await chain.stop()
})

const install = (who: SignedIn, appId: string) =>
  who.call('POST', '/apps/install', { body: { appId } })
const run = (who: SignedIn, appId: string, tool: string, args: Record<string, unknown> = {}) =>
  runTool(store, { userId: who.userId, appId, tool, args })

describe('the product’s own apps', () => {
  it('are five and can be installed at once', async () => {
    expect(PRODUCT_CATALOG).toHaveLength(5)
    for (const { id } of PRODUCT_CATALOG)
      expect([id, (await install(user, id)).status]).toEqual([id, 200])
    const { body } = await user.call<{ data: { installed_apps: StoreApp[] } }>('GET', '/apps')
    expect(body.data.installed_apps.map(({ id }) => id).toSorted()).toEqual(
      PRODUCT_CATALOG.map(({ id }) => id).toSorted(),
    )
  })

  it('say which of their tools change something', async () => {
    const writing = async (id: string) =>
      (await user.call<{ data: StoreAppDetail }>('GET', `/apps/${id}`)).body.data.tools
        .filter(({ writes }) => writes === true)
        .map(({ name }) => name)
    expect(await writing('notes')).toEqual(['save_note', 'delete_note'])
    for (const id of ['calculator', 'token-facts', 'wallet-history', 'solana-explorer']) {
      expect(await writing(id)).toEqual([])
    }
  })

  it('answer a wrong address with a sentence', async () => {
    for (const [app, tool, field] of [
      ['token-facts', 'get_token_facts', 'mint'],
      ['wallet-history', 'get_wallet_history', 'address'],
    ] as const) {
      expect(await run(user, app, tool, { [field]: WALLET })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^[A-Z].*\.$/),
      })
    }
  })

  it('tell what a wallet did and holds', async () => {
    await rpcResult(chain, 'requestAirdrop', [WALLET, 2_000_000_000])
    await expect
      .poll(
        async () =>
          (await run(user, 'wallet-history', 'get_wallet_history', { address: WALLET })).text,
      )
      .toMatch(/Received 2 SOL from `[1-9A-Za-z]+`\./)
    expect(
      (await run(user, 'wallet-history', 'get_wallet_holdings', { address: WALLET })).text,
    ).toContain('**2 SOL** and no tokens')
  })
})

describe('notes', () => {
  it('are kept, found, replaced and deleted', async () => {
    await run(user, 'notes', 'save_note', { text: 'Note: buy milk' })
    await run(user, 'notes', 'save_note', { title: 'Wallets', text: 'first' })
    await run(user, 'notes', 'save_note', { title: 'wallets', text: 'second text' })
    expect((await run(user, 'notes', 'list_notes')).text).toContain('You have 2 notes')
    expect(
      (await run(user, 'notes', 'read_note', { title: 'read my wallets note' })).text,
    ).toContain('second text')
    expect(
      (await run(user, 'notes', 'search_notes', { query: 'my notes for MILK' })).text,
    ).toContain('buy milk')
    expect((await run(user, 'notes', 'delete_note', { title: 'buy milk' })).text).toContain(
      'Deleted',
    )
    expect((await run(user, 'notes', 'list_notes')).text).toContain('You have 1 note.')
  })

  it('belong to their user alone', async () => {
    const other = await store.signIn()
    await install(other, 'notes')
    await run(user, 'notes', 'save_note', { title: 'Secret', text: 'mine' })
    expect((await run(other, 'notes', 'list_notes')).text).toContain('no notes yet')
    for (const tool of ['read_note', 'delete_note']) {
      expect(await run(other, 'notes', tool, { title: 'Secret' })).toMatchObject({ isError: true })
    }
    expect((await run(other, 'notes', 'search_notes', { query: 'mine' })).text).toBe(
      'None of your notes contain that.',
    )
    expect((await run(user, 'notes', 'read_note', { title: 'Secret' })).text).toContain('mine')
  })

  it('are limited in number and size', async () => {
    await store.db.query(
      `insert into user_note (user_id, title_key, title, body)
       select $1, 'n' || n, 'N' || n, '' from generate_series(1, 200) n on conflict do nothing`,
      [user.userId],
    )
    expect(await run(user, 'notes', 'save_note', { text: 'one more' })).toMatchObject({
      isError: true,
      text: 'You have 200 notes. Delete one you no longer need.',
    })
    expect(
      await run(user, 'notes', 'save_note', { title: 'N1', text: 'still replaced' }),
    ).not.toHaveProperty('isError')
    expect(await run(user, 'notes', 'save_note', { text: 'x'.repeat(20_001) })).toMatchObject({
      isError: true,
    })
  })
})
