import { toRoute } from '#server/intents/tool-route.ts'
import { stem } from '#server/intents/phrase-features.ts'
import { createRouter } from '#server/intents/router.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'

export type RoutableTool = Pick<
  AssistantTool,
  'name' | 'title' | 'description' | 'examples' | 'writes' | 'inputSchema'
>

const STOP_WORDS = new Set(
  'a about also an and any are as at be by can could do does for from get give have help how i if in into is it its let like make me my need of on one or other our please show so some tell that the their them then there these they this to use using want was what when which who will with would you your agent assistant bot helper someone something every each all'.split(
    ' ',
  ),
)
const SAME: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    whale: ['holder', 'largest'],
    coin: ['token'],
    memecoin: ['token'],
    money: ['balance', 'sol'],
    funds: ['balance', 'sol'],
    portfolio: ['balance', 'account'],
    worth: ['price', 'value'],
    address: ['account', 'wallet'],
    wallet: ['address', 'account', 'balance'],
    tx: ['transaction'],
    transfer: ['transaction', 'activity'],
    history: ['recent', 'activity'],
    move: ['activity', 'transaction'],
    watch: ['recent', 'activity'],
    monitor: ['recent', 'activity'],
    chain: ['network', 'solana'],
    congestion: ['network', 'status'],
    explain: ['transaction'],
    trader: ['price', 'pool'],
    trade: ['price', 'pool'],
  }),
)

/** Returns the stems of the words, without stop words. */
export const extractStems = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map(stem)

const MIN_SCORE = 0.06
/** Min score of a tool relative to the best one. */
const NEAR = 0.5

/** Returns at most `limit` tools for the idea, best first. Leaves out tools that hardly fit. */
export const routeTools = <Tool extends RoutableTool>(
  idea: string,
  tools: readonly Tool[],
  limit: number,
): Tool[] => {
  const words = extractStems(idea)
  const meant = [...words, ...words.flatMap((word) => SAME.get(word) ?? [])].join(' ')
  const ranked = createRouter(tools.map(toRoute)).rank(meant)
  const least = Math.max(MIN_SCORE, (ranked[0]?.score ?? 0) * NEAR)
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return ranked
    .filter(({ score }) => score >= least)
    .slice(0, limit)
    .flatMap(({ id }) => byName.get(id) ?? [])
}
