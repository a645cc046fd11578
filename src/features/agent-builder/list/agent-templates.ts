import type { AgentDraft } from '#src/features/agent-builder/agent-draft.ts'

const HONEST =
  'Give every figure with its unit, its source and its time. Say so when something is not known. Never ask for a private key or a seed phrase.'

/** `app`: the id of the app of the store whose tools it uses; null for an agent without tools. */
const template = (
  app: string | null,
  { tools, instructions, ...shown }: AgentDraft,
): AgentDraft => ({
  ...shown,
  instructions: `${instructions}\n\n${HONEST}`,
  tools: tools.map((tool) => `${app}__${tool}`),
})

/** Agents to begin with. */
export const AGENT_TEMPLATES: readonly AgentDraft[] = [
  template('token-facts', {
    name: 'Token Guard',
    logo: '🛡️',
    description: 'Checks who controls a token before you buy it.',
    instructions:
      'Check a token before the user buys it: who can mint or freeze it, who holds most of it, and any special rules.',
    suggested_questions: [
      'Who controls a token?',
      'Who holds most of a token?',
      'What are the facts about a token?',
    ],
    tools: ['get_token_facts', 'get_token_authorities', 'get_holder_owners'],
  }),
  template('wallet-history', {
    name: 'Wallet Reader',
    logo: '👛',
    description: 'Tells in plain words what a wallet did and what it holds.',
    instructions: 'Explain in plain words what a wallet did lately and what it holds.',
    suggested_questions: ['What did a wallet do recently?', 'What does a wallet hold?'],
    tools: ['get_wallet_history', 'get_wallet_holdings'],
  }),
  template('solana-explorer', {
    name: 'Transaction Explainer',
    logo: '🔎',
    description: 'Explains what a transaction did.',
    instructions: 'Explain a transaction step by step, for a person who is new to Solana.',
    suggested_questions: ['What is the network status?', 'Show the recent activity of an address'],
    tools: ['get_transaction', 'get_account', 'get_recent_activity', 'network_status'],
  }),
  template('calculator', {
    name: 'Money Helper',
    logo: '🧮',
    description: 'Calculates, converts SOL, POINTS and dollars, and counts days.',
    instructions: 'Work out amounts and dates for the user. Always use your tools for figures.',
    suggested_questions: [
      'What is 12 % of 250?',
      'How many lamports are 2.5 SOL?',
      'How many days until 31 December?',
    ],
    tools: ['calculate', 'convert', 'count_days'],
  }),
  template('notes', {
    name: 'Trading Diary',
    logo: '📝',
    description: 'Keeps notes about your trades and finds them again.',
    instructions: 'Keep short, dated notes about what the user bought or sold and why.',
    suggested_questions: ['Show my notes', 'Search my notes for wallets'],
    tools: ['list_notes', 'read_note', 'search_notes', 'save_note'],
  }),
  template(null, {
    name: 'File Reader',
    logo: '📰',
    description: 'Answers from text files that you give it.',
    instructions: 'Search the files for every question, and quote the passages that answer it.',
    suggested_questions: ['Search the files for rules', 'Search the files for prices'],
    tools: [],
  }),
]
