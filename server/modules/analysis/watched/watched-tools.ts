import { formatTokenAmount } from '#contract/money.ts'
import type { ClientAction } from '#contract/chat/parts.ts'
import {
  MAX_NOTE_CHARACTERS,
  type WatchedTrade,
  type WatchedWallet,
} from '#contract/analysis/watched.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { escapeMarkup, formatMinute, formatTable } from '#server/lib/text/markdown.ts'
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

/** Before the note, which ends the phrase: `watch ADDRESS, call it Whale`. */
const NOTE = new RegExp(
  `[\\s,，(（](?:${[
    '(?:and )?(?:call(?:ed)?(?! (?:me|us)\\b)|named?|label(?:ed)?)(?: (?:it|him|her|this))?|note(?! that\\b)',
    'as(?! (?:well|usual|always|before|soon|early|fast|quickly|long|possible|i|you|we)\\b)',
    'als(?! (?:erste|nächste|ob|wäre))|namens|mit (?:dem namen|der notiz)|(?:und )?nenne? (?:es|sie|ihn)|notiz',
    '(?:como(?! (?:siempre|sempre|antes))|llamad[ao]|(?:y )?ll[aá]mal[ao]|con (?:el nombre|la nota))(?: de)?|nota',
    "comme(?! (?:d[’']habitude|avant|toujours))|nommée?|(?:et )?appelle[- ]l[ea]|(?:sous|avec) (?:le nom|la note)(?: de)?",
    'chamad[ao]|com (?:o nome|a nota)(?: de)?|(?:e )?chama(?:-a)?',
    '(?:备注|名字|命名)?(?:为(?!什么)|叫做?(?!我)|是(?!不是|否|谁|什么))|备注',
  ].join('|')})(?:[:：]\\s*|\\s+|(?<=\\p{Script=Han})\\s*)(\\S.*)$`,
  'isu',
)

/** Returns the note without quotes and manners. */
const readNote = (text: string): string | undefined =>
  NOTE.exec(text)?.[1]
    ?.replace(/(?:[\s,]+(?:please|pls|bitte|por favor|stp|svp)|[\s.!"“”'()（）。！])+$/iu, '')
    .replace(/^["“'(]+/, '')
    .slice(0, MAX_NOTE_CHARACTERS) || undefined

/** Creates the chat tools that watch a wallet and list the watched ones. */
export const createWatchedTools = (watched: WatchedWallets): AssistantTool[] => [
  createFreeTool({
    name: 'watch_wallet',
    title: 'Watch a wallet',
    description: 'Watches a wallet: the user is notified when it buys or sells a token',
    inputSchema: {
      ...ADDRESS,
      properties: {
        ...ADDRESS.properties,
        note: { type: 'string', title: 'Note', maxLength: MAX_NOTE_CHARACTERS },
      },
    },
    asks: { address: 'Which wallet? Paste its address.' },
    writes: true,
    fill: ({ question, entities: { addresses } }) => {
      const [address] = addresses
      if (address === undefined) return {}
      const note = readNote(question.slice(question.lastIndexOf(address) + address.length))
      return { address, ...(note === undefined ? {} : { note }) }
    },
    run: async ({ address, note }, { userId }) => {
      const text = typeof note === 'string' && note !== '' ? note : undefined
      const saved = await watched.watch(userId, String(address), text)
      const name =
        saved.note === '' ? saved.address : `${saved.address} (${escapeMarkup(saved.note)})`
      return {
        text: `You watch ${name} now. The bell tells you when it buys or sells. CA Analysis lists it under **Watched**.`,
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
