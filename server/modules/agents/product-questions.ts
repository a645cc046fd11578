import type { RoutableTool } from './route-tools.ts'

/** A question for each tool of the product that suits an agent. The first ones suit any agent. */
const PRODUCT_QUESTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    research: 'What is new on Solana?',
    token: 'Is this token safe?',
    wallet: 'What does this wallet hold?',
    ca_analysis: 'Which wallets traded this token best?',
    wallet_finder: 'Find wallets that were smart in several tokens',
    price: 'What is the price of SOL?',
    network: 'Is the network up?',
    list_events: 'What is on my calendar this week?',
  }),
)

/** Returns the product's tools that suit an agent, those for any agent first. */
export const listAgentProductTools = <Tool extends RoutableTool>(tools: readonly Tool[]): Tool[] =>
  [...PRODUCT_QUESTIONS.keys()].flatMap((name) => tools.find((tool) => tool.name === name) ?? [])

/** Returns null for a tool of an app. */
export const getProductQuestion = (name: string): string | null =>
  PRODUCT_QUESTIONS.get(name) ?? null
