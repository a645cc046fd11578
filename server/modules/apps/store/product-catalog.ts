import type { AppEntry, SuggestedQuestions } from './app-entry.ts'

/** The product's own apps: small MCP servers in `server/mcp-servers`, approved without a review by hand. */
export const PRODUCT_CATALOG: readonly (AppEntry & { writingTools?: readonly string[] })[] = [
  entry({
    id: 'solana-explorer',
    name: 'Solana Explorer',
    description: 'Look up balances, accounts, token holders and transactions on Solana.',
    icon: '🔭',
    category: 'analytics',
    suggested_questions: {
      welcomeDescription: 'Ask about anything on-chain: balances, accounts, holders, transactions.',
      modules: [
        {
          title: 'Network',
          content: 'What is the network status?',
          icon: '📡',
          tool: 'network_status',
          phrases: [
            'What slot are we at?',
            'Is the chain healthy?',
            'current slot',
            'block height',
            'Is Solana up?',
          ],
        },
        {
          title: 'Balance',
          content: 'What is the SOL balance of a wallet?',
          icon: '👛',
          tool: 'get_balance',
        },
        {
          title: 'Holders',
          content: 'Who are the largest holders of a token?',
          icon: '🏆',
          tool: 'get_token_holders',
        },
        {
          title: 'Activity',
          content: 'Show the recent activity of an address',
          icon: '🕑',
          tool: 'get_recent_activity',
        },
      ],
    },
  }),
  entry({
    id: 'token-facts',
    name: 'Token Facts',
    description: 'See a token’s name, supply, largest holders, and who can mint or freeze it.',
    icon: '🪙',
    category: 'defi',
    suggested_questions: {
      welcomeDescription: 'Paste a token’s address to see what it is and who controls it.',
      modules: [
        {
          title: 'Facts',
          content: 'What are the facts about a token?',
          icon: '📜',
          tool: 'get_token_facts',
          phrases: [
            'token facts',
            'What is the supply of a token?',
            'token name and symbol',
            'Tell me about this token',
            'How many tokens exist?',
          ],
        },
        {
          title: 'Control',
          content: 'Who controls a token?',
          icon: '🔑',
          tool: 'get_token_authorities',
          phrases: [
            'Can more of this token be created?',
            'mint authority of a token',
            'freeze authority',
            'Is the mint authority revoked?',
            'Can my tokens be frozen?',
          ],
        },
        {
          title: 'Holders',
          content: 'Who holds most of a token?',
          icon: '🏆',
          tool: 'get_holder_owners',
          phrases: ['token holders', 'top holders', 'whales of a token', 'Who owns this token?'],
        },
      ],
    },
  }),
  entry({
    id: 'wallet-history',
    name: 'Wallet History',
    description: 'Read in plain words what a wallet sent, received, bought and sold.',
    icon: '📜',
    category: 'wallet',
    suggested_questions: {
      welcomeDescription: 'Paste a wallet’s address to read what it did and what it holds.',
      modules: [
        {
          title: 'History',
          content: 'What did a wallet do recently?',
          icon: '🕑',
          tool: 'get_wallet_history',
          phrases: [
            'wallet history',
            'recent transactions of a wallet',
            'What did this wallet buy?',
            'What did this address do?',
            'transactions',
          ],
        },
        {
          title: 'Holdings',
          content: 'What does a wallet hold?',
          icon: '👛',
          tool: 'get_wallet_holdings',
          phrases: ['wallet holdings', 'tokens of a wallet', 'What tokens does this wallet own?'],
        },
      ],
    },
  }),
  entry({
    id: 'calculator',
    name: 'Calculator',
    description: 'Calculate, convert SOL, lamports, POINTS and dollars, and count days.',
    icon: '🧮',
    category: 'trading',
    writingTools: [],
    suggested_questions: {
      welcomeDescription: 'Type a calculation, an amount to convert, or a question about dates.',
      modules: [
        {
          title: 'Percent',
          content: 'What is 12 % of 250?',
          icon: '🧮',
          tool: 'calculate',
          phrases: ['calculate 5 * 3', '2 + 2', '100 / 8', '7 times 6', 'square root of 2'],
        },
        {
          title: 'SOL',
          content: 'How many lamports are 2.5 SOL?',
          icon: '🪙',
          tool: 'convert',
          phrases: [
            'convert 5 SOL to lamports',
            '1000000 lamports in SOL',
            '3 SOL in POINTS',
            '50 POINTS to SOL',
            '20 dollars in SOL',
          ],
        },
        {
          title: 'Days',
          content: 'How many days until 31 December?',
          icon: '🗓️',
          tool: 'count_days',
          phrases: [
            'days from 1 March to 24 December',
            'What date is 90 days from now?',
            'days between two dates',
          ],
        },
      ],
    },
  }),
  entry({
    id: 'notes',
    name: 'Notes',
    description: 'Keep private notes on this server. Only you can read them.',
    icon: '📝',
    category: 'wallet',
    suggested_questions: {
      welcomeDescription: 'Write “Note: …” to keep something, and ask for it later.',
      modules: [
        {
          title: 'All notes',
          content: 'Show my notes',
          icon: '📚',
          tool: 'list_notes',
          phrases: ['list my notes', 'What notes do I have?', 'all notes'],
        },
        {
          title: 'New note',
          content: 'Note: check my wallets on Friday',
          icon: '📝',
          tool: 'save_note',
          phrases: ['note: buy milk', 'take a note', 'save a note that the meeting moved'],
        },
        {
          title: 'Find',
          content: 'Search my notes for wallets',
          icon: '🔎',
          tool: 'search_notes',
          phrases: ['find notes about tokens', 'search notes'],
        },
      ],
    },
  }),
]

function entry({
  id,
  ...shown
}: Pick<AppEntry, 'id' | 'name' | 'description' | 'icon' | 'category'> & {
  suggested_questions: SuggestedQuestions
  writingTools?: readonly string[]
}): AppEntry & { writingTools?: readonly string[] } {
  return {
    id,
    ...shown,
    publisher: 'SolDesk',
    publisher_url: null,
    detail_url: null,
    licence: 'MIT',
    transport: { kind: 'builtin', name: id },
    auth: null,
    tools: [],
  }
}
