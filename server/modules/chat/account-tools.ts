import { formatLamports, LAMPORTS_PER_POINT } from '#contract/money.ts'
import { table } from './markdown.ts'
import type { BuiltinParts } from './builtin-tools.ts'
import type { AssistantTool } from './tool.ts'

const ACCOUNT = { id: 'account', name: 'Account' }
const SHOWN = 10
const NO_ARGUMENTS = { type: 'object', properties: {} }

const TYPES: Record<string, string> = {
  CA_ANALYSIS: 'CA Analysis',
  WALLET_FINDER: 'Wallet Finder',
  PREMIUM_FEATURE: 'Premium Feature',
}

/** What the user has and has spent in the product. */
export const accountTools = ({
  ledger,
  clock,
}: Pick<BuiltinParts, 'ledger' | 'clock'>): AssistantTool[] => [
  {
    name: 'balance',
    app: ACCOUNT,
    title: 'My balance',
    description: 'Shows the balance of the user’s own account in SOL and POINTS',
    inputSchema: NO_ARGUMENTS,
    examples: [
      'my balance',
      'how much do i have',
      'what is my account balance',
      'how many points do i have left',
      'show my credit',
    ],
    writes: false,
    isTrusted: true,
    run: async (_args, { userId }) => {
      const lamports = await ledger.balance(userId)
      const points = lamports / LAMPORTS_PER_POINT
      return {
        text: `Your account balance is **${formatLamports(lamports)} SOL**: enough for ${points} ${points === 1n ? 'query' : 'queries'} of 1 POINT (0.01 SOL) each.`,
        structured: { lamports: String(lamports), points: String(points) },
        source: 'Account ledger',
        at: new Date(clock()).toISOString(),
      }
    },
  },
  {
    name: 'history',
    app: ACCOUNT,
    title: 'My spending',
    description: 'Lists what the user has spent points on: consumption history of the account',
    inputSchema: NO_ARGUMENTS,
    examples: [
      'my history',
      'what did i spend points on',
      'show my consumption history',
      'list my recent charges',
      'where did my points go',
    ],
    writes: false,
    isTrusted: true,
    run: async (_args, { userId }) => {
      const { rows, total } = await ledger.consumptionHistory({ userId, offset: 0, limit: SHOWN })
      const source = { source: 'Account ledger', at: new Date(clock()).toISOString() }
      if (rows.length === 0) return { text: 'You have spent nothing yet.', ...source }
      const lines = rows.map((row) => [
        row.createdAt.toISOString().slice(0, 16).replace('T', ' '),
        TYPES[row.type] ?? row.type,
        row.description ?? '',
        `${formatLamports(row.lamports)} SOL`,
        row.status.toLowerCase(),
      ])
      const head = total > rows.length ? `The newest ${rows.length} of ${total}:\n\n` : ''
      return {
        text: head + table(['Time (UTC)', 'What', 'Detail', 'Amount', 'Status'], lines),
        ...source,
      }
    },
  },
]
