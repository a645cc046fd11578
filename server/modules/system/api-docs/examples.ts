/** A request and its answer, as one user would see them. */
export type Example = {
  readonly parameters?: Readonly<Record<string, string | number>>
  readonly request?: unknown
  readonly response?: unknown
}

const WALLET = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const RECEIVER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const REFERENCE = '4Nd1mYvL6xTgYw8nGm6Ww6xJtWZbTq4r1w9nYkq2p3fR'
const SIGNATURE =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const PAYMENT_ID = '0198c0de-7a10-7c3e-9f00-2f6d1b8a4c55'
const ORDER_ID = '0198c0de-7a10-7c3e-9f00-8d1e5a7b9c33'
const TRANSFER_ID = '0198c0e1-1b2c-7d3e-8f40-5a6b7c8d9e0f'
const REPORT_ID = '0198c0e1-1b2c-7d3e-8f40-0f9e8d7c6b5a'
const USER = {
  id: '0198c0dd-3f20-7b11-8c22-9a8b7c6d5e4f',
  username: '7xKX…gAsU',
  wallet_addresses: [WALLET],
  has_password: false,
}
const SESSION = {
  access_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl',
  refresh_token: 'cmVmcmVzaC10b2tlbi1vZi0yNTYtYml0cy1iYXNlNjR1cmw',
  user_info: USER,
}
const PAGE = { offset: 0, limit: 10 }
const ONE_ENTRY = { ...PAGE, total: 1, has_more: false }
const APP = {
  id: 'solana-explorer',
  name: 'Solana Explorer',
  description: 'Looks up transactions, accounts and tokens',
  icon: '🔎',
  rating: null,
  downloads: 12,
  detailUrl: null,
  installed: true,
  installDate: '2026-11-20T09:30:00.000Z',
  audit_status: 'approved',
  appType: 'mcp',
  is_disabled: false,
  category: 'analytics',
  publisher: 'SolDesk',
  suggested_questions: {
    welcomeDescription: 'Ask about the chain.',
    modules: [{ title: '', content: 'What is the latest slot?', icon: null }],
  },
}
const AGENT = {
  name: 'Fee watcher',
  description: 'Explains network fees',
  instructions: 'Answer in two sentences.',
  logo: '⛽',
  suggested_questions: ['What does a transfer cost?'],
  tools: ['solana-explorer__get_transaction'],
}
const SAVED_AGENT = { id: '0198c0df-5c11-7e22-9d33-1b2c3d4e5f60', ...AGENT }
const WEB3_SUCCESS = { success: true, message: 'Payment verified' }

/** Examples of the calls that other programs use most, by endpoint name. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  login: {
    request: { username: 'alice', password: 'correct horse battery staple' },
    response: { ...SESSION, user_info: { ...USER, username: 'alice', has_password: true } },
  },
  walletLogin: {
    request: {
      wallet_address: WALLET,
      signature:
        'q2c0k4iS4wYw4kXq0i8B1y2nq1b9m0mFh3k6v7o8p9QqRrSsTtUuVvWwXxYyZz0123456789abcdefABCDEFGg==',
      nonce: '6Xn3kq9TzR4bVw8sYp2mL7cH5dJ1fGxA',
    },
    response: SESSION,
  },
  nonce: {
    parameters: { wallet_address: WALLET },
    response: {
      success: true,
      nonce: '6Xn3kq9TzR4bVw8sYp2mL7cH5dJ1fGxA',
      message: `desk.example.com wants you to sign in with your Solana account:\n${WALLET}\n\nSign in to SolDesk.`,
      expires_at: '2026-11-20T09:35:00.000Z',
    },
  },
  refresh: {
    request: { refresh_token: SESSION.refresh_token },
    response: { access_token: SESSION.access_token, refresh_token: SESSION.refresh_token },
  },
  me: { response: USER },
  listCategories: {
    response: {
      status: 'success',
      data: [
        { id: 'all', name: 'All' },
        { id: 'defi', name: 'DeFi' },
      ],
      error: null,
    },
  },
  listApps: {
    parameters: { category: 'analytics' },
    response: {
      status: 'success',
      data: { app_list: [APP], installed_apps: [APP] },
      error: null,
    },
  },
  installApp: {
    request: { appId: APP.id },
    response: {
      status: 'success',
      data: { success: true, app: APP, steps: [{ step: 'connect', text: 'Connected' }] },
      error: null,
    },
  },
  uninstallApp: {
    request: { appId: APP.id },
    response: { status: 'success', data: { success: true }, error: null },
  },
  listServers: {
    response: {
      status: 'success',
      data: [
        {
          id: APP.id,
          name: APP.name,
          status: 'connected',
          audit_status: 'approved',
          installed: true,
          protocol: '2025-11-25',
          tools: 6,
          latency_ms: 12,
          last_error: null,
          checked_at: '2026-11-20T09:30:00.000Z',
        },
      ],
      error: null,
    },
  },
  createAgent: {
    request: AGENT,
    response: {
      status: 'success',
      data: { ...SAVED_AGENT, agent_id: SAVED_AGENT.id },
      error: null,
    },
  },
  listAgents: { response: { status: 'success', data: [SAVED_AGENT], error: null } },
  createPayment: {
    request: { amount_lamports: 500_000_000, payer_wallet: WALLET, network: 'mainnet-beta' },
    response: {
      success: true,
      message: 'Payment request created',
      data: {
        payment_id: PAYMENT_ID,
        order_id: ORDER_ID,
        order_number: 'R-20261120-4KX7',
        receiver: RECEIVER,
        recentBlockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N',
        amount_lamports: 500_000_000,
        currency: 'SOL',
        reference: REFERENCE,
        expires_at: '2026-11-20T09:45:00.000Z',
        last_valid_block_height: 312_480_150,
        network: 'mainnet-beta',
        token: null,
      },
    },
  },
  verifyPayment: {
    request: {
      payment_id: PAYMENT_ID,
      transaction_signature: SIGNATURE,
      order_id: ORDER_ID,
      network: 'mainnet-beta',
    },
    response: {
      ...WEB3_SUCCESS,
      errors: null,
      data: {
        payment_id: PAYMENT_ID,
        order_id: ORDER_ID,
        status: 'PAID',
        verified: true,
        transaction_signature: SIGNATURE,
        credited_lamports: '500000000',
        can_pay_again: null,
      },
    },
  },
  balance: {
    parameters: { wallet_address: WALLET },
    response: {
      success: true,
      wallet_balance: 2.25,
      user_sol_balance: 0.49,
      usdValue: 71.05,
      lastUpdated: '2026-11-20T09:31:00.000Z',
    },
  },
  rechargeHistory: {
    parameters: PAGE,
    response: {
      success: true,
      data: [
        {
          order_id: ORDER_ID,
          order_number: 'R-20261120-4KX7',
          amount: 0.5,
          currency: 'SOL',
          token_amount: null,
          token_mint: null,
          status: 'PAID',
          created_at: '2026-11-20T09:30:00.000Z',
          transaction_signature: SIGNATURE,
          late: false,
          settlement: 'settled',
          reversed_at: null,
        },
      ],
      meta: ONE_ENTRY,
      welcome_bonus: null,
    },
  },
  consumptionHistory: {
    parameters: { ...PAGE, consumption_type: 'CA_ANALYSIS' },
    response: {
      success: true,
      data: [
        {
          id: TRANSFER_ID,
          amount: 0.01,
          points: 1,
          status: 'SUCCESS',
          consumption_type: 'CA_ANALYSIS',
          created_at: '2026-11-20T09:32:00.000Z',
          description: 'CA Analysis',
          quantity: 1,
          feature_id: REPORT_ID,
        },
      ],
      meta: ONE_ENTRY,
    },
  },
}
