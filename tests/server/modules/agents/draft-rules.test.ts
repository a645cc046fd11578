import { describe, expect, it } from 'vitest'
import { getExamples } from '#server/intents/tool-phrases.ts'
import { draftByRules } from '#server/modules/agents/draft-rules.ts'
import { routeTools } from '#server/modules/agents/route-tools.ts'
import { createRouter } from '#server/intents/router.ts'
import { toRoute } from '#server/intents/tool-route.ts'
import { createBuiltinTools } from '#server/modules/chat/tools/builtin-tools.ts'
import { truncateWords } from '#server/lib/text/visible-text.ts'

describe('a draft cuts no word', () => {
  it('in its name, description and questions', () => {
    const long = `called ${'Extraordinary'.repeat(2)} ${'Investigation'.repeat(3)} agent`
    const {
      name,
      description,
      suggested_questions: questions,
    } = draftByRules(
      `Explain ${'transactions and holders '.repeat(30)}`,
      [
        {
          name: 'app__look',
          description: `Looks ${'carefully and thoroughly '.repeat(10)}`,
          writes: false,
          inputSchema: {},
        },
      ],
      [],
    )
    for (const text of [description.replace(/\.$/, ''), ...questions]) {
      expect(text.replace(/…$/, '').split(' ').at(-1)).toMatch(
        /^(?:transactions|and|holders|carefully|thoroughly|look|Look”|“?\w+”?)$/,
      )
    }
    expect(name).not.toContain('…')
    expect(draftByRules(long, [], []).name).not.toMatch(/Investigat(?!ion)/)
  })

  it('as text is cut between words', () => {
    expect(truncateWords('one two three', 9)).toBe('one two…')
    expect(truncateWords('one two', 7)).toBe('one two')
    expect(truncateWords('a'.repeat(20), 5)).toBe('aaaa…')
  })
})

it('takes the inherited names of objects for words', () => {
  const tool = (name: string, description: string) => ({
    name,
    description,
    writes: false,
    inputSchema: {},
  })
  expect(routeTools('the constructor', [tool('app__native', 'Native function')], 1)).toEqual([])
  const { suggested_questions: questions } = draftByRules(
    'Explain the constructor of a contract',
    [tool('app__explain', 'Constructor arguments of a contract')],
    [],
  )
  expect(questions).toContain('Show the constructor arguments of a contract')
})

describe('the name of a draft', () => {
  it.each([
    ['Check a wallet before I copy its trades', 'Wallet Analyst'],
    ['Explain what a transaction did, in plain words', 'Transaction Explainer'],
    ['A helper that watches the price of SOL', 'Price SOL Analyst'],
    [
      'Watch the largest holders of a token and tell me what they did lately',
      'Largest Holder Watcher',
    ],
    ['Ein Agent, der die Wale eines Tokens beobachtet', 'Holder Token Watcher'],
    ['Ein Agent namens Gustav, der Kurse liest', 'Gustav'],
    ['Quiero un agente que me avise cuando sube el precio de SOL', 'Price SOL Analyst'],
    ['Explique-moi ce qu’une transaction a fait', 'Transaction Explainer'],
    ['Um bot que lê notícias', 'News Researcher'],
    ['帮我总结 Solana 的新闻', 'Solana News Researcher'],
    ['News, taxes and status of companies', 'News Tax Researcher'],
    ['every morning at 8 tell me who holds COMET', 'COMET Watcher'],
    ['Every Monday, check the trades of my wallet', 'Wallet Analyst'],
  ])('keeps to the subject of %j', (idea, name) => {
    expect(draftByRules(idea, [], []).name).toBe(name)
  })
})

it.each([
  ['every morning at 8 tell me who holds COMET', 'Who holds COMET?'],
  ['Tell me what changed on Solana, in short', 'What changed on Solana?'],
])('asks first what %j wants to know', (idea, question) => {
  expect(draftByRules(idea, [], []).suggested_questions[0]).toBe(question)
})

it('makes no question of other words', () => {
  expect(draftByRules('tell me what the price is', [], []).suggested_questions).toEqual([])
})

it('keeps what an agent does after its name', () => {
  const { description } = draftByRules('Un agent nommé Hugo qui lit les nouvelles', [], [])
  expect(description).toBe('Un agent nommé Hugo qui lit les nouvelles.')
})

describe('a draft of someone without apps', () => {
  const paid = (['research', 'ca_analysis'] as const).map((name) => ({
    name,
    app: { id: name, name },
    description: name,
    inputSchema: {},
    examples: getExamples(name),
    writes: false,
    run: () => Promise.reject(new Error('never runs')),
  }))
  const { tools: productTools } = createBuiltinTools({
    rpc: {} as never,
    ledger: {} as never,
    network: 'localnet',
    price: null,
    apps: {} as never,
    paid: { tools: paid, listTokens: async () => [], readPrice: async () => null },
    now: Date.now,
  })
  const router = createRouter(productTools.map(toRoute))

  it.each([
    ['Watch the whales of a token', 'token', 'Is this token safe?'],
    ['Summarize my calendar each morning', 'list_events', 'What is on my calendar this week?'],
    ['Tell me what a wallet holds', 'wallet', 'What does this wallet hold?'],
    ['Read the news about Solana', 'research', 'What is new on Solana?'],
    ['Teach me Rust', 'research', 'What is new on Solana?'],
  ])('of “%s” begins with %s and asks what the product answers', (idea, tool, question) => {
    const draft = draftByRules(idea, [], productTools)
    expect(draft.tools).toEqual([])
    expect(draft.suggested_questions).toHaveLength(4)
    expect(draft.suggested_questions[0]).toBe(question)
    const reached = draft.suggested_questions.map((each) => router.rank(each)[0]?.id)
    expect(reached[0]).toBe(tool)
    expect(new Set(reached).size, JSON.stringify(reached)).toBe(4)
  })
})
