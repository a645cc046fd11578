/** An answer without a tool: small talk, and requests that the product cannot do. */
export type CannedAnswer = {
  id: string
  text: string
  /** Follow-up buttons, in the order of `BUTTONS`. */
  offers: readonly (keyof typeof BUTTONS)[]
  examples: readonly string[]
}

/** An answer without the phrases that ask for it. */
export type ShortAnswer = Omit<CannedAnswer, 'examples'>

/** Follow-up buttons. A click sends `content` as a message. */
export const BUTTONS = {
  balance: { label: 'My balance', content: '/balance' },
  spending: { label: 'My spending', content: '/history' },
  payments: { label: 'My recharges', content: '/payments' },
  recharge: { label: 'Recharge', content: '/top_up' },
  analysis: { label: 'Analyze a token', content: '/ca_analysis' },
  wallet: { label: 'Look up a wallet', content: '/wallet' },
  token: { label: 'Look up a token', content: '/token' },
  research: { label: 'Latest Solana news', content: 'Latest news about Solana' },
  digests: { label: 'My digests', content: 'Open Research' },
  store: { label: 'App Store', content: 'Open the App Store' },
  settings: { label: 'Settings', content: 'Open settings' },
  theme: { label: 'Theme', content: 'Open the Theme app' },
  agents: { label: 'Agent Builder', content: 'Open Agent Builder' },
  calendar: { label: 'My calendar', content: 'What is in my calendar this week?' },
  abilities: { label: 'What can you do?', content: 'What can you do?' },
  network: { label: 'Network status', content: '/network' },
} as const

export const answer = (
  id: string,
  text: string,
  offers: CannedAnswer['offers'],
  examples: string,
): CannedAnswer => ({
  id,
  text,
  offers,
  examples: examples.trim().split(/\s*\/\s+/),
})
