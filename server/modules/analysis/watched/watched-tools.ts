import { formatTokenAmount } from '#contract/money.ts'
import type { ClientAction } from '#contract/chat/parts.ts'
import type { WatchedTrade, WatchedWallet } from '#contract/analysis/watched.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { formatMinute, formatTable } from '#server/lib/text/markdown.ts'
import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import { createFreeTool } from '#server/modules/analysis/free-chat-tool.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import type { WatchedWallets } from './watched-wallets.ts'

const { caAnalysis } = PRODUCT_APPS
const OPEN_WATCHED: ClientAction = {
  kind: 'open_app',
  path: `${caAnalysis.path}?mode=watched`,
  title: caAnalysis.title,
}
const SHOWN = 20
const ADDRESS = {
  type: 'object',
  properties: { address: { type: 'string', title: 'Wallet', minLength: 32, maxLength: 44 } },
  required: ['address'],
}

/** Creates the chat tools that watch a wallet and list the watched ones. */
export const createWatchedTools = (watched: WatchedWallets): AssistantTool[] => [
  createFreeTool({
    name: 'watch_wallet',
    title: 'Watch a wallet',
    description: 'Watches a wallet: the user is notified when it buys or sells a token',
    inputSchema: ADDRESS,
    asks: { address: 'Which wallet? Paste its address.' },
    writes: true,
    run: async ({ address }, { userId }) => {
      const { address: saved } = await watched.watch(userId, String(address), undefined)
      return {
        text: `You watch ${saved} now. The bell tells you when it buys or sells. CA Analysis lists it under **Watched**.`,
        clientAction: OPEN_WATCHED,
      }
    },
  }),
  createFreeTool({
    name: 'unwatch_wallet',
    title: 'Stop watching a wallet',
    description: 'Stops watching a wallet',
    inputSchema: ADDRESS,
    asks: { address: 'Which wallet? Paste its address.' },
    writes: true,
    run: async ({ address }, { userId }) => {
      await watched.unwatch(userId, String(address))
      return { text: `You no longer watch ${String(address)}.`, clientAction: OPEN_WATCHED }
    },
  }),
  createFreeTool({
    name: 'watched_wallets',
    title: 'Watched wallets',
    description: 'Lists the wallets that the user watches, with their newest trades',
    inputSchema: { type: 'object', properties: {} },
    run: async (_args, { userId }) => {
      const { rows, hasMore } = await watched.list(userId, { offset: 0, limit: SHOWN })
      if (rows.length === 0) {
        return {
          text: 'You watch no wallets yet. Press the star beside a wallet in a report, or write “watch” and its address.',
          clientAction: OPEN_WATCHED,
        }
      }
      const table = formatTable(['Wallet', 'Note', 'Latest trade', 'Time'], rows.map(toCells))
      return {
        text: hasMore ? `${table}\n\n**Watched** in CA Analysis lists them all.` : table,
        clientAction: OPEN_WATCHED,
      }
    },
  }),
]

const toCells = ({ address, note, trades: [latest] }: WatchedWallet): string[] => [
  address,
  note,
  latest === undefined ? 'none seen' : describeTrade(latest),
  latest === undefined ? '' : formatMinute(new Date(latest.time)),
]

const describeTrade = ({ kind, token }: WatchedTrade): string =>
  `${kind === 'BUY' ? 'Bought' : 'Sold'} ${formatTokenAmount(BigInt(token.amount), token.decimals)} ${token.symbol ?? shortenAddress(token.mint)}`
