import { formatLamports, LAMPORTS_PER_POINT } from '#contract/money.ts'
import { CONSUMPTION_LABELS } from '#contract/payments.ts'
import { MAX_COUNTED } from '#server/db/page.ts'
import { inWords } from '#server/http/user-caps.ts'
import { formatMinute, table } from '#server/lib/markdown.ts'
import type { BuiltinParts } from './builtin-tools.ts'
import type { AssistantTool } from './tool.ts'

const ACCOUNT = { id: 'account', name: 'Account' }
const SHOWN = 10
const NO_ARGUMENTS = { type: 'object', properties: {} }

const PERIODS: Readonly<Record<string, { days: number; name: string }>> = {
  today: { days: 1, name: 'the last 24 hours' },
  week: { days: 7, name: 'the last 7 days' },
  month: { days: 30, name: 'the last 30 days' },
}
const PAGE = 100
const DAY_MS = 86_400_000

type AccountParts = Pick<BuiltinParts, 'ledger' | 'clock'>

/** Lists unrefunded charges since a time, newest first. */
const spentSince = async (ledger: AccountParts['ledger'], userId: string, sinceMs: number) => {
  const spent = { lamports: 0n, queries: 0 }
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await ledger.consumptionHistory({ userId, offset, limit: PAGE })
    for (const row of rows) {
      if (row.createdAt.getTime() < sinceMs) return spent
      if (row.status !== 'SUCCESS') continue
      spent.lamports += row.lamports
      spent.queries += row.quantity
    }
    if (rows.length < PAGE) return spent
  }
}

export const accountTools = ({ ledger, clock }: AccountParts): AssistantTool[] => [
  {
    name: 'balance',
    app: ACCOUNT,
    title: 'My balance',
    description: 'Show your balance: SOL and POINTS of the user’s own account',
    inputSchema: NO_ARGUMENTS,
    examples: [
      'my balance',
      'how much do i have',
      'what is my account balance',
      'how many points do i have left',
      'show my credit',
    ],
    aliases: ['points'],
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
    description: 'Show your spending: what the user has spent points on, added up and listed',
    inputSchema: {
      type: 'object',
      properties: {
        period: {
          type: 'string',
          enum: Object.keys(PERIODS),
          description: 'The last 24 hours, 7 days or 30 days; everything when it is left out',
        },
      },
    },
    examples: [
      'my history',
      'what did i spend points on',
      'show my consumption history',
      'list my recent charges',
      'where did my points go',
      'how much have i spent this week',
      'how much did i spend today',
      'what have i spent this month',
    ],
    aliases: ['spending'],
    writes: false,
    isTrusted: true,
    run: async ({ period }, { userId }) => {
      const source = { source: 'Account ledger', at: new Date(clock()).toISOString() }
      const span = typeof period === 'string' ? PERIODS[period] : undefined
      if (span !== undefined) {
        const { lamports, queries } = await spentSince(ledger, userId, clock() - span.days * DAY_MS)
        const on = `${queries} ${queries === 1 ? 'query' : 'queries'}`
        const text = `In ${span.name} you spent **${formatLamports(lamports)} SOL** on ${on}. Refunded charges are left out.`
        return { text, ...source }
      }
      const page = { userId, offset: 0, limit: SHOWN }
      const { rows, total, hasMore } = await ledger.consumptionHistory(page)
      if (rows.length === 0) return { text: 'You have spent nothing yet.', ...source }
      const lines = rows.map((row) => [
        formatMinute(row.createdAt),
        CONSUMPTION_LABELS[row.type],
        row.description ?? '',
        `${formatLamports(row.lamports)} SOL`,
        row.status.toLowerCase(),
      ])
      const count = total < MAX_COUNTED ? total : `${inWords(MAX_COUNTED)} or more`
      const head = hasMore ? `The newest ${rows.length} of ${count}:\n\n` : ''
      return {
        text: head + table(['Time', 'What', 'Detail', 'Amount', 'Status'], lines),
        ...source,
      }
    },
  },
]
