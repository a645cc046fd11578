import type { Wallet } from '@wallet-standard/base'
import { describe, expect, it } from 'vitest'
import { createAgent, listAgents } from '#contract/apps/agents.ts'
import {
  installApp,
  listApps,
  listCategories,
  listServers,
  uninstallApp,
} from '#contract/apps/apps.ts'
import { me } from '#contract/auth.ts'
import { balance, consumptionHistory, rechargeHistory } from '#contract/payments.ts'
import { runWalletSignIn } from '#src/platform/auth/wallet-sign-in.ts'
import type { WalletSignInEvent } from '#src/platform/auth/wallet-sign-in.ts'
import { api, session } from '#src/platform/auth/page-session.ts'
import { answer as answerByContract, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { rawAnswer } from '#tests/mocks/raw-answer.ts'

/**
 * Every call of SPEC §7 with the smallest answer that SPEC allows and with variants of it. The answers are written by
 * hand from SPEC, and not from the contract, which may not demand more.
 */

const STANDARD: Wallet = {
  version: '1.0.0',
  name: 'Test',
  icon: 'data:image/png;base64,',
  chains: [],
  features: {},
  accounts: [],
}
const USER = { id: 'u1', username: 'ada' }
const TOKENS = { access_token: 'a', refresh_token: 'r' }
const INVALID_USER = 'Invalid user data received, please login again'
const ADDRESS = '8iyrBx3vRkQn4hTt2v2yq3sDqW1nX4m7bJpZk5rjQqs'

/** Returns the value of a call, or the message of its failure. */
const outcomeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    (value) => value,
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

type Row = [answer: unknown, outcome: unknown]

const expectRows = (call: string, ask: () => Promise<unknown>, rows: Row[]) =>
  it.each(rows)(`${call} answering %j is %j`, async (answer, outcome) => {
    network.use(rawAnswer(call, answer))
    const found = await outcomeOf(ask())
    if (typeof outcome === 'object' && outcome !== null) expect(found).toMatchObject(outcome)
    else expect(found).toBe(outcome)
  })

const signedIn = { user_info: USER, access_token: 'a' }
const SIGN_IN_ROWS: Row[] = [
  [{ ...TOKENS, user_info: USER }, signedIn],
  [{ ...TOKENS, user_info: { id: 7, username: 'ada' } }, { user_info: { id: 7 } }],
  [
    { ...TOKENS, user_info: { ...USER, wallet_addresses: null, has_password: 'yes', plan: {} } },
    signedIn,
  ],
  [{ ...TOKENS, user_info: null }, INVALID_USER],
  [{ ...TOKENS, user_info: { id: 'u1' } }, INVALID_USER],
  [{ ...TOKENS, user_info: { username: 'ada' } }, INVALID_USER],
  [{ ...TOKENS, user_info: { id: '', username: 'ada' } }, INVALID_USER],
  [{ ...TOKENS, user_info: { id: false, username: 'ada' } }, INVALID_USER],
  [{ ...TOKENS, user_info: { id: 'u1', username: null } }, INVALID_USER],
]

describe('sign-in', () => {
  expectRows(
    'POST /auth/login',
    () => session.authApi.signInWithPassword({ username: 'ada', password: 'x' }),
    SIGN_IN_ROWS,
  )
  expectRows(
    'POST /auth/wallet-login',
    () => session.authApi.signInWithWallet({ wallet_address: ADDRESS, signature: 's' }),
    SIGN_IN_ROWS,
  )

  const NO_NONCE = 'Invalid nonce response from server'
  expectRows('GET /auth/nonce', () => session.authApi.challenge(ADDRESS), [
    [
      { success: true, nonce: 'n' },
      { nonce: 'n', text: 'n' },
    ],
    [
      { success: true, nonce: 'n', message: null, expires_at: 5 },
      { nonce: 'n', text: 'n' },
    ],
    [
      { success: true, nonce: 'n', message: 'Sign this' },
      { nonce: 'n', text: 'Sign this' },
    ],
    [{ success: true, nonce: null }, NO_NONCE],
    [{ success: true, nonce: '' }, NO_NONCE],
    [{ success: true, nonce: 7 }, NO_NONCE],
    [{ success: true }, NO_NONCE],
    [{ nonce: 'n' }, NO_NONCE],
    [{ success: null, nonce: 'n' }, NO_NONCE],
    [{ success: false, nonce: 'n' }, NO_NONCE],
    [{}, NO_NONCE],
    [null, NO_NONCE],
    ['', NO_NONCE],
  ])

  it('reports a bad nonce in the words of the catalog', async () => {
    network.use(rawAnswer('GET /auth/nonce', { success: true, nonce: null }))
    const events: WalletSignInEvent[] = []
    await runWalletSignIn({
      wallet: {
        name: 'Phantom',
        icon: null,
        source: { kind: 'standard', wallet: STANDARD },
        connect: async () => ({ address: ADDRESS, signMessage: async () => new Uint8Array(64) }),
      },
      authApi: session.authApi,
      dispatch: (event) => events.push(event),
    })
    expect(events.at(-1)).toMatchObject({
      failure: { message: `Failed to get authentication challenge: ${NO_NONCE}` },
    })
  })

  expectRows('GET /auth/me', () => session.authApi.currentUser(), [
    [USER, USER],
    [{ id: 7, username: 'ada' }, { id: 7 }],
    [{ ...USER, wallet_addresses: null, has_password: null }, USER],
    [{ id: 'u1' }, INVALID_USER],
    [{ username: 'ada' }, INVALID_USER],
    [{ id: null, username: 'ada' }, INVALID_USER],
    [{}, INVALID_USER],
    [null, INVALID_USER],
  ])

  it.each([
    [{ access_token: 'new' }, 'r'],
    [{ access_token: 'new', refresh_token: null }, 'r'],
    [{ access_token: 'new', refresh_token: '' }, 'r'],
    [{ access_token: 'new', refresh_token: 7 }, 'r'],
    [{ access_token: 'new', refresh_token: 'r2' }, 'r2'],
  ])('POST /auth/refresh answering %j keeps the refresh token %s', async (answer, kept) => {
    localStorage.setItem('access_token', 'old')
    localStorage.setItem('refresh_token', 'r')
    network.use(
      answerByContract(me, ({ token }) =>
        token === 'new' ? USER : failure('TOKEN_EXPIRED', 'expired'),
      ),
      rawAnswer('POST /auth/refresh', answer),
    )
    expect(await outcomeOf(session.authApi.currentUser())).toEqual(USER)
    expect(localStorage.getItem('access_token')).toBe('new')
    expect(localStorage.getItem('refresh_token')).toBe(kept)
  })

  it.each([[{}], [{ access_token: null }], [{ access_token: '' }], [null], ['']])(
    'POST /auth/refresh answering %j ends the session',
    async (answer) => {
      localStorage.setItem('access_token', 'old')
      localStorage.setItem('refresh_token', 'r')
      localStorage.setItem('wallet_address', ADDRESS)
      network.use(
        rawAnswer('GET /auth/me', { detail: 'expired' }, 401),
        rawAnswer('POST /auth/refresh', answer),
      )
      expect(await outcomeOf(session.authApi.currentUser())).toBe(
        'Authentication failed, please login again',
      )
      expect(Object.keys(localStorage)).toEqual([])
    },
  )
})

const success = (data: unknown) => ({ status: 'success', data })
const UNREADABLE = 'The server sent an answer that this page does not understand.'

describe('the lists of apps', () => {
  const categories = async () => (await api.call(listCategories)).data
  expectRows('GET /apps/categories', categories, [
    [success([{ id: 'defi', name: 'DeFi' }]), [{ id: 'defi', name: 'DeFi' }]],
    [success([{ id: 1, name: 'DeFi' }]), [{ id: '1', name: 'DeFi' }]],
    [success([null, 'x', { id: 'defi' }, { id: 'nft', name: 'NFT' }]), [{ id: 'nft' }]],
    [success([]), []],
    [success(null), []],
    [{ status: 'error', data: [], error: 'down' }, UNREADABLE],
    [{ data: [] }, UNREADABLE],
  ])

  const apps = async () => (await api.call(listApps)).data
  const app = { id: 'yak', name: 'Yak' }
  const listed = (entry: unknown) => success({ app_list: [app, entry], installed_apps: [entry] })
  const found = (entry: object) => ({ app_list: [app, entry], installed_apps: [entry] })
  expectRows('GET /apps', apps, [
    [success({ app_list: [], installed_apps: [] }), { app_list: [], installed_apps: [] }],
    [success({ app_list: [app], installed_apps: null }), { app_list: [app], installed_apps: [] }],
    [success({ app_list: [app] }), { app_list: [app], installed_apps: [] }],
    [success({ installed_apps: [app] }), { app_list: [], installed_apps: [app] }],
    [listed({ id: 7, name: 'B' }), found({ id: '7', name: 'B' })],
    [listed({ id: 'b', name: null }), found({ id: 'b', name: 'Unnamed app' })],
    [listed({ id: 'b', name: 'B', rating: '4.5' }), found({ rating: 4.5 })],
    [listed({ id: 'b', name: 'B', rating: 'good', downloads: '12' }), found({ downloads: 12 })],
    [listed({ id: 'b', name: 'B', icon: false, installDate: 5, is_disabled: '' }), found({})],
    [
      listed({ id: 'b', name: 'B', suggested_questions: ['Why?'] }),
      found({ suggested_questions: { modules: [{ title: '', content: 'Why?', icon: null }] } }),
    ],
    [
      listed({
        id: 'b',
        name: 'B',
        suggested_questions: { modules: [{ content: 'Why?' }, { title: 'x' }, null] },
      }),
      found({ suggested_questions: { modules: [{ title: '', content: 'Why?' }] } }),
    ],
    [listed({ id: 'b', name: 'B', suggested_questions: 'x' }), found({ id: 'b' })],
    [listed({ name: 'B' }), { app_list: [app], installed_apps: [] }],
    [listed(null), { app_list: [app], installed_apps: [] }],
    [listed('x'), { app_list: [app], installed_apps: [] }],
    [{ status: 'error', data: null, error: 'down' }, UNREADABLE],
    [success(null), UNREADABLE],
  ])

  const servers = async () => (await api.call(listServers)).data
  expectRows('GET /apps/servers', servers, [
    [{ data: [] }, []],
    [{ data: null }, []],
    [{ data: [{ id: 7 }] }, [{ id: '7', name: 'Unnamed server', status: 'unknown' }]],
    [{ data: [null, { id: 's', status: 'failed', last_error: 'x' }] }, [{ last_error: 'x' }]],
    [{ data: [{ id: 's', status: null, last_error: {}, tools: 'many' }] }, [{ last_error: null }]],
  ])

  const agents = async () => (await api.call(listAgents)).data
  expectRows('GET /apps/agents', agents, [
    [{ data: [] }, []],
    [{ data: null }, []],
    [
      { data: [{ id: 7, name: 'Scout' }, { name: 'No id' }, { id: 'b' }] },
      [
        { id: '7', name: 'Scout' },
        { id: 'b', name: 'Unnamed agent' },
      ],
    ],
    [
      { data: [{ id: 'a', name: 'A', logo: 5, description: null, suggested_questions: 'x' }] },
      [{ logo: null, suggested_questions: null }],
    ],
    [
      { data: [{ id: 'a', name: 'A', suggested_questions: ['Why?', null, 5] }] },
      [{ suggested_questions: ['Why?'] }],
    ],
  ])

  const definition = { name: 'Scout' }
  expectRows('POST /apps/create_agent', () => api.call(createAgent, { body: definition }), [
    [success({ agent_id: 'a', id: 'a', name: 'Scout' }), { data: { agent_id: 'a' } }],
    [{ data: { id: 7 } }, { data: { id: '7' } }],
  ])

  it.each([
    ['POST /apps/install', installApp],
    ['POST /apps/uninstall', uninstallApp],
  ] as const)('%s tells by status and success alone', async (call, endpoint) => {
    const ask = () => api.call(endpoint, { body: { appId: 'yak' } })
    for (const [answer, outcome] of [
      [success({ success: true }), { data: { success: true } }],
      [success({ success: true, app: null, steps: null }), { data: { success: true } }],
      [success({ success: true, app: 'yak', steps: {} }), { data: { success: true } }],
      [success({ success: false }), { data: { success: false } }],
      [success({ success: null }), UNREADABLE],
      [success({}), UNREADABLE],
      [success(null), UNREADABLE],
      [{ data: { success: true } }, UNREADABLE],
    ]) {
      network.use(rawAnswer(call, answer))
      const found = await outcomeOf(ask())
      if (typeof outcome === 'object') expect(found).toMatchObject(outcome)
      else expect(found).toBe(outcome)
    }
  })
})

describe('balances and histories', () => {
  expectRows('GET /web3/solana/balance', () => api.call(balance), [
    [
      { wallet_balance: 1, user_sol_balance: 2, usdValue: 3, lastUpdated: 'now' },
      { wallet_balance: 1, user_sol_balance: 2 },
    ],
    [{ wallet_balance: '1.5', user_sol_balance: null }, { wallet_balance: '1.5' }],
    [{ wallet_balance: false, user_sol_balance: {}, usdValue: '' }, { wallet_balance: null }],
    [{}, {}],
  ])

  const lists = [
    ['GET /web3/solana/recharge-history', () => api.call(rechargeHistory)],
    ['GET /web3/solana/consumption-history', () => api.call(consumptionHistory)],
  ] as const
  for (const [call, ask] of lists) {
    expectRows(call, ask, [
      [
        { data: [], meta: { offset: 0, limit: 10, total: 0, has_more: false } },
        { data: [], meta: { has_more: false } },
      ],
      [{ data: [] }, { data: [], meta: { has_more: false } }],
      [
        { data: null, meta: null },
        { data: [], meta: { has_more: false } },
      ],
      [
        { data: [{}], meta: { has_more: true } },
        { data: [{}], meta: { has_more: true } },
      ],
      [{ data: [null, 5, { status: 7, amount: false }] }, { data: [{ status: null }] }],
      [{ data: 'x' }, UNREADABLE],
    ])
  }
  expectRows('GET /web3/solana/consumption-history', lists[1][1], [
    [{ data: [{ quantity: '3', feature_id: 7 }] }, { data: [{ quantity: 3, feature_id: 7 }] }],
  ])
})
