import { POINTS_PER_SOL } from '#contract/money.ts'
import { ACCENTS, WALLPAPERS } from '#contract/chat/parts.ts'
import { AppError } from '#server/errors.ts'
import { isAddress } from '#solana/base58.ts'
import { getExamples } from '#server/intents/examples.ts'
import type { AssistantTool } from './tool.ts'

export type ProductApp = {
  id: string
  title: string
  path: string
  /** Other words for the app, separated by spaces. */
  also: string
}

export const PRODUCT_APPS: readonly ProductApp[] = [
  { id: 'app-store', title: 'App Store', path: '/app-store', also: 'store market browse' },
  {
    id: 'agent-builder',
    title: 'Agent Builder',
    path: '/agent-builder',
    also: 'builder agents agent build',
  },
  {
    id: 'sol-recharge',
    title: 'Recharge',
    path: '/sol-recharge',
    also: 'top up topup deposit payment payments',
  },
  {
    id: 'settings',
    title: 'Settings',
    path: '/settings',
    also: 'preferences password linked link session',
  },
  { id: 'theme', title: 'Theme', path: '/theme', also: 'appearance wallpaper accent' },
  { id: 'calendar', title: 'Calendar', path: '/calendar', also: 'schedule agenda event' },
  { id: 'home', title: 'Home', path: '/', also: 'start page' },
]

const DESKTOP = { id: 'desktop', name: 'Desktop' }

const EXPORTS = ['spending', 'recharges', 'report'] as const
const EXPORT_TEXTS = {
  spending: 'Saving your whole spending history as a CSV file.',
  recharges: 'Saving all your recharges as a CSV file.',
  report: 'Saving your newest finished report as a CSV file.',
} as const

/** Returns the choice that the text names. */
function chosen(name: string, choices: readonly string[], text: string): Record<string, unknown> {
  const said = text.toLowerCase()
  const found = choices.find((choice) => said.includes(choice))
  return found === undefined ? {} : { [name]: found }
}

/** Returns the tools that the browser runs. It shows a preview and can undo them. */
export const desktopTools = (apps: readonly ProductApp[]): AssistantTool[] => [
  {
    name: 'open_app',
    app: DESKTOP,
    title: 'Open an app',
    description: 'Opens an app or window of the desktop by its name',
    inputSchema: {
      type: 'object',
      properties: { app: { type: 'string', description: 'Name of the app' } },
      required: ['app'],
    },
    examples: getExamples('open_app'),
    asks: { app: 'Which app should I open?' },
    fill: ({ english, question }) => {
      const found = findApp(apps, english) ?? findApp(apps, question)
      return found === null ? {} : { app: found.title }
    },
    aliases: ['open'],
    writes: false,
    isTrusted: true,
    run: async ({ app }) => {
      const found = findApp(apps, String(app))
      if (found === null) {
        throw new AppError(
          'NOT_FOUND',
          `There is no app of that name. There are ${apps.map(({ title }) => title).join(', ')}.`,
        )
      }
      return {
        text: `Opening **${found.title}**.`,
        clientAction: { kind: 'open_app', path: found.path, title: found.title },
      }
    },
  },
  {
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
    examples: getExamples('arrange_windows'),
    fill: ({ english }) => ({
      layout: /\bminimize\b|\bshow the desktop\b/.test(english)
        ? 'minimize'
        : /\bclose\b/.test(english)
          ? 'close'
          : /\bgolden ratio\b/.test(english)
            ? 'golden ratio'
            : 'grid',
    }),
    aliases: ['arrange'],
    writes: false,
    isTrusted: true,
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
  },
  {
    name: 'set_theme',
    app: DESKTOP,
    title: 'Change the theme',
    description: 'Switches the appearance to the light or dark theme',
    inputSchema: {
      type: 'object',
      properties: { theme: { type: 'string', enum: ['light', 'dark'] } },
      required: ['theme'],
    },
    examples: getExamples('set_theme'),
    asks: { theme: 'Light or dark?' },
    fill: ({ english }) => {
      const isOff = /\b(?:off|too|less|out of|leave|exit|disable)\b/.test(english)
      const isDark = /\bdark\b/.test(english)
      if (!isDark && !/\blight\b/.test(english)) return {}
      return { theme: isDark === isOff ? 'light' : 'dark' }
    },
    aliases: ['theme'],
    writes: false,
    isTrusted: true,
    run: async ({ theme }) => ({
      text: `Switching to the ${theme === 'dark' ? 'dark' : 'light'} theme.`,
      clientAction: { kind: 'set_theme', theme: theme === 'dark' ? 'dark' : 'light' },
    }),
  },
  {
    name: 'set_wallpaper',
    app: DESKTOP,
    title: 'Change the wallpaper',
    description: 'Changes the wallpaper of the desktop',
    inputSchema: {
      type: 'object',
      properties: { wallpaper: { type: 'string', enum: WALLPAPERS } },
    },
    examples: getExamples('set_wallpaper'),
    aliases: ['wallpaper', 'background'],
    writes: false,
    isTrusted: true,
    fill: ({ question }) => chosen('wallpaper', WALLPAPERS, question),
    run: async ({ wallpaper }) => {
      const named = WALLPAPERS.find((each) => each === wallpaper)
      return {
        text:
          named === undefined
            ? `Changing to the next wallpaper. There are ${WALLPAPERS.join(', ')}.`
            : `Changing the wallpaper to ${named}.`,
        clientAction: {
          kind: 'set_wallpaper',
          ...(named === undefined ? {} : { wallpaper: named }),
        },
      }
    },
  },
  {
    name: 'set_accent',
    app: DESKTOP,
    title: 'Change the accent color',
    description: 'Changes the color of buttons and highlights',
    inputSchema: {
      type: 'object',
      properties: { accent: { type: 'string', enum: ACCENTS } },
      required: ['accent'],
    },
    examples: getExamples('set_accent'),
    asks: { accent: 'Which color?' },
    writes: false,
    isTrusted: true,
    fill: ({ question }) => chosen('accent', ACCENTS, question),
    run: async ({ accent }) => ({
      text: `Changing the accent color to ${String(accent)}.`,
      clientAction: {
        kind: 'set_accent',
        accent: ACCENTS.find((each) => each === accent) ?? 'iris',
      },
    }),
  },
  {
    name: 'top_up',
    app: { id: 'sol-recharge', name: 'Recharge' },
    title: 'Recharge',
    description: 'Opens Recharge to top up the balance, with the amount in SOL filled in',
    inputSchema: {
      type: 'object',
      properties: {
        amount: { type: 'number', exclusiveMinimum: 0, maximum: 1_000, description: 'In SOL' },
      },
    },
    examples: getExamples('top_up'),
    aliases: ['recharge'],
    writes: false,
    isTrusted: true,
    fill: ({ entities, english }) => {
      const [amount] = entities.numbers
      if (amount === undefined || amount <= 0) return {}
      const isPoints = /\bpoints\b/.test(english) && entities.tickers.length === 0
      const sol = isPoints ? amount / POINTS_PER_SOL : amount
      return sol > 1_000 ? {} : { amount: sol }
    },
    run: async ({ amount }) => ({
      text:
        typeof amount === 'number'
          ? `Opening **Recharge** with ${amount} SOL (${Math.floor(amount * POINTS_PER_SOL).toLocaleString('en-US')} POINTS). You confirm the payment in your wallet.`
          : 'Opening **Recharge**. Choose an amount there; 1 POINT is 0.01 SOL.',
      clientAction: {
        kind: 'top_up',
        ...(typeof amount === 'number' ? { amount_sol: amount } : {}),
      },
    }),
  },
  {
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
          maxItems: 10,
          title: 'Token addresses',
        },
      },
    },
    examples: getExamples('wallet_finder'),
    aliases: ['finder'],
    writes: false,
    isTrusted: true,
    run: async ({ contract_addresses: given }) => {
      const addresses = Array.isArray(given) ? given.map(String).filter(isAddress) : []
      const query = new URLSearchParams({ mode: 'finder' })
      if (addresses.length > 0) query.set('ca', addresses.join(','))
      return {
        text:
          addresses.length > 0
            ? `**Wallet Finder** is ready with ${addresses.length} ${addresses.length === 1 ? 'token' : 'tokens'}. It costs 1 POINT when you start it there.`
            : '**Wallet Finder** compares the traders of several tokens. Add their addresses there.',
        clientAction: {
          kind: 'open_app',
          path: `/wallet-finder?${query.toString()}`,
          title: 'Wallet Finder',
        },
      }
    },
  },
  {
    name: 'export_csv',
    app: DESKTOP,
    title: 'Export as CSV',
    description: 'Saves the spending, the recharges or the newest report as a CSV file',
    inputSchema: {
      type: 'object',
      properties: { what: { type: 'string', enum: EXPORTS, default: 'spending' } },
    },
    examples: getExamples('export_csv'),
    aliases: ['export', 'csv'],
    writes: false,
    isTrusted: true,
    fill: ({ english }) => ({
      what: /\breport\b|\banalyze\b/.test(english)
        ? 'report'
        : /\b(?:payments|top up|transactions)\b/.test(english)
          ? 'recharges'
          : 'spending',
    }),
    run: async ({ what }) => {
      const named = EXPORTS.find((each) => each === what) ?? 'spending'
      return { text: EXPORT_TEXTS[named], clientAction: { kind: 'export_csv', what: named } }
    },
  },
]

const NO_APP_WORDS = new Set(['open', 'show', 'app', 'window', 'the', 'my', 'go', 'to', 'start'])

function findApp(apps: readonly ProductApp[], name: string): ProductApp | null {
  const words = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !NO_APP_WORDS.has(word))
  const scored = apps
    .map((app) => {
      const known = `${app.title} ${app.id.replaceAll('-', ' ')} ${app.also}`
        .toLowerCase()
        .split(' ')
      const isExact = app.title.toLowerCase() === words.join(' ')
      return { app, score: words.filter((word) => known.includes(word)).length + (isExact ? 1 : 0) }
    })
    .toSorted((a, b) => b.score - a.score)
  const [best] = scored
  return best === undefined || best.score === 0 ? null : best.app
}
