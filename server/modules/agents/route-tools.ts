import type { AssistantTool } from '#server/modules/chat/tool.ts'

export type RoutableTool = Pick<
  AssistantTool,
  'name' | 'title' | 'description' | 'examples' | 'writes' | 'inputSchema'
>

const STOP_WORDS = new Set(
  'a about also an and any are as at be by can could do does for from get give have help how i if in into is it its let like make me my need of on one or other our please show so some tell that the their them then there these they this to use using want was what when which who will with would you your agent assistant bot someone something every each all'.split(
    ' ',
  ),
)
/** Words that people use for what tools call otherwise. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  whale: ['holder', 'largest'],
  coin: ['token'],
  memecoin: ['token'],
  money: ['balance', 'sol'],
  funds: ['balance', 'sol'],
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
}

export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map(stem)

/** Plural and verb endings off: enough to join `holders` with `holder`. */
const stem = (word: string): string =>
  word.length > 4
    ? word
        .replace(/(?:ies)$/, 'y')
        .replace(/(?:sses)$/, 'ss')
        .replace(/([^s])s$/, '$1')
        .replace(/(?:ing|ed)$/, '')
    : word.replace(/([^s])s$/, '$1')

/**
 * The tools that an idea speaks of, best first. A word counts more the fewer tools it stands for, and more in a name
 * than in a description; a word that people use otherwise counts half.
 */
export const routeTools = <Tool extends RoutableTool>(
  idea: string,
  tools: readonly Tool[],
  limit: number,
): Tool[] => {
  const documents = tools.map((tool) => ({
    tool,
    title: new Set(
      wordsOf(`${tool.name.replace(/^.*?__/, '').replaceAll(/[_-]/g, ' ')} ${tool.title ?? ''}`),
    ),
    body: new Set(wordsOf(`${tool.description} ${(tool.examples ?? []).join(' ')}`)),
  }))
  const weight = (word: string): number => {
    const holding = documents.filter(({ title, body }) => title.has(word) || body.has(word)).length
    return holding === 0 ? 0 : Math.log(1 + documents.length / holding)
  }
  const asked = new Map<string, number>()
  for (const word of wordsOf(idea)) {
    asked.set(word, 1)
    for (const other of SAME[word] ?? []) if (!asked.has(stem(other))) asked.set(stem(other), 0.5)
  }
  const scored = documents.map(({ tool, title, body }) => {
    let score = 0
    for (const [word, share] of asked) {
      if (title.has(word)) score += 2 * share * weight(word)
      else if (body.has(word)) score += share * weight(word)
    }
    return { tool, score }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ tool }) => tool)
}

/** `Get balance` for `app__get_balance`. */
export const titleOfName = (name: string): string => {
  const words = name.replace(/^.*?__/, '').replaceAll(/[_-]+/g, ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
