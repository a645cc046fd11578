import type { AppEntry } from './app-entry.ts'

/** `refusedFor` keeps an app out for a reason that no review of its tools can mend. */
type CatalogueEntry = AppEntry & { refusedFor?: string }

export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    id: 'solana-explorer',
    name: 'Solana Explorer',
    description:
      'Look up balances, accounts, token holders and transactions on the Solana network that this desk works with.',
    icon: '🔭',
    category: 'analytics',
    publisher: 'SolDesk',
    publisher_url: null,
    detail_url: null,
    licence: 'MIT',
    transport: { kind: 'builtin', name: 'solana-explorer' },
    auth: null,
    tools: [],
    suggested_questions: {
      welcomeDescription:
        'Ask what stands on the chain: balances, accounts, holders, transactions.',
      modules: [
        { title: 'Network', content: 'What is the network status?', icon: '📡' },
        { title: 'Balance', content: 'What is the SOL balance of a wallet?', icon: '👛' },
        { title: 'Holders', content: 'Who are the largest holders of a token?', icon: '🏆' },
        { title: 'Activity', content: 'Show the recent activity of an address', icon: '🕑' },
      ],
    },
  },
]
