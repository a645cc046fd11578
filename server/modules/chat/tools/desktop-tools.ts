import { formatPoints, POINTS_PER_SOL } from '#contract/money.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import { isAddress } from '#solana/base58.ts'
import { APPEARANCE_TOOLS } from './appearance-tools.ts'
import { toToolSource, toOpenAppAction, createProductTool } from './product-tool.ts'
import type { AssistantTool } from './tool.ts'
import { MAX_FINDER_MINTS } from '#contract/analysis/finder.ts'

export const DESKTOP = { id: 'desktop', name: 'Desktop' }

const arrangeWindows = createProductTool({
  name: 'arrange_windows',
  app: DESKTOP,
  title: 'Arrange windows',
  description:
    'Arranges the open windows side by side in a grid or by the golden ratio, minimizes or closes them all',
  inputSchema: {
    type: 'object',
    properties: {
      layout: {
        type: 'string',
        enum: ['grid', 'golden ratio', 'minimize', 'close'],
        default: 'grid',
      },
    },
  },
  fill: ({ english }) => {
    if (/\bminimize\b|\bshow the desktop\b/.test(english)) return { layout: 'minimize' }
    if (/\bclose\b/.test(english)) return { layout: 'close' }
    return { layout: /\bgolden ratio\b/.test(english) ? 'golden ratio' : 'grid' }
  },
  aliases: ['arrange'],
  run: async ({ layout }) => {
    if (layout === 'minimize') {
      return { text: 'Minimizing all windows.', clientAction: { kind: 'minimize_windows' } }
    }
    if (layout === 'close') {
      return { text: 'Closing all windows.', clientAction: { kind: 'close_windows' } }
    }
    const isGolden = layout === 'golden ratio'
    return {
      text: isGolden ? 'Arranging windows by the golden ratio.' : 'Arranging windows in a grid.',
      clientAction: { kind: 'arrange_windows', layout: isGolden ? 'golden_ratio' : 'grid' },
    }
  },
})

const topUp = createProductTool({
  name: 'top_up',
  app: toToolSource(PRODUCT_APPS.recharge),
  title: 'Recharge',
  description: 'Opens Recharge to top up the balance, with the amount in SOL filled in',
  inputSchema: {
    type: 'object',
    properties: {
      amount: { type: 'number', exclusiveMinimum: 0, maximum: 1_000, description: 'In SOL' },
    },
  },
  aliases: ['recharge'],
  fill: ({ entities, english, shape }) => {
    const [amount] = entities.numbers
    if (amount === undefined || amount <= 0) return {}
    const isPoints =
      /\bamount points\b/.test(shape) ||
      (/\bpoints\b/.test(english) && entities.tickers.length === 0)
    const sol = isPoints ? amount / POINTS_PER_SOL : amount
    return sol > 1_000 ? {} : { amount: sol }
  },
  run: async ({ amount }) => ({
    text:
      typeof amount === 'number'
        ? `**Recharge** is ready with ${amount} SOL (${formatPoints(Math.floor(amount * POINTS_PER_SOL))}). You confirm the payment in your wallet.`
        : 'You choose the amount in **Recharge**; 1 POINT is 0.01 SOL.',
    clientAction: {
      kind: 'top_up',
      ...(typeof amount === 'number' ? { amount_sol: amount } : {}),
    },
  }),
})

const walletFinder = createProductTool({
  name: 'wallet_finder',
  app: { id: 'wallet-finder', name: 'Wallet Finder' },
  title: 'Wallet Finder',
  description: 'Opens Wallet Finder, which finds the wallets that did well in several tokens',
  inputSchema: {
    type: 'object',
    properties: {
      contract_addresses: {
        type: 'array',
        items: { type: 'string', minLength: 32, maxLength: 44 },
        maxItems: MAX_FINDER_MINTS,
        title: 'Token addresses',
      },
    },
  },
  aliases: ['finder'],
  run: async ({ contract_addresses: given }) => {
    const addresses = Array.isArray(given) ? given.map(String).filter(isAddress) : []
    const query = new URLSearchParams({ mode: 'finder' })
    if (addresses.length > 0) query.set('ca', addresses.join(','))
    return {
      text:
        addresses.length > 0
          ? `**Wallet Finder** is ready with ${pluralize(addresses.length, 'token')}. It costs 1 POINT when you start it there.`
          : '**Wallet Finder** compares the traders of several tokens. Add their addresses there.',
      clientAction: toOpenAppAction({
        path: `${PRODUCT_APPS.caAnalysis.path}?${query.toString()}`,
        title: 'Wallet Finder',
      }),
    }
  },
})

const EXPORTS = {
  spending: 'Saving your whole spending history as a CSV file.',
  recharges: 'Saving all your recharges as a CSV file.',
  report: 'Saving your newest finished report as a CSV file.',
} as const

const exportCsv = createProductTool({
  name: 'export_csv',
  app: DESKTOP,
  title: 'Export as CSV',
  description: 'Saves the spending, the recharges or the newest report as a CSV file',
  inputSchema: {
    type: 'object',
    properties: { what: { type: 'string', enum: Object.keys(EXPORTS), default: 'spending' } },
  },
  aliases: ['export', 'csv'],
  fill: ({ english }) => {
    if (/\breports?\b|\banalyze\b/.test(english)) return { what: 'report' }
    return {
      what: /\b(?:payments|top up|transactions)\b/.test(english) ? 'recharges' : 'spending',
    }
  },
  run: async (args) => {
    const what =
      args['what'] === 'report' || args['what'] === 'recharges' ? args['what'] : 'spending'
    return { text: EXPORTS[what], clientAction: { kind: 'export_csv', what } }
  },
})

/** Tools that move windows. They run in the browser, with a preview and undo. */
export const DESKTOP_TOOLS: readonly AssistantTool[] = [
  arrangeWindows,
  ...APPEARANCE_TOOLS,
  topUp,
  walletFinder,
  exportCsv,
]
