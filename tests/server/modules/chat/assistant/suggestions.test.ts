import { expect, it } from 'vitest'
import {
  suggestCall,
  suggestForUnknown,
  suggestNext,
} from '#server/modules/chat/assistant/suggestions.ts'
import { productTools } from '#tests/support/product-tools.ts'
import { NOW, TOKENS, understanding } from './product-understanding.ts'

it('offers to research a question on something else than the user', () => {
  const question = 'what happened to the lending pool?'
  expect(suggestForUnknown([], question, false)[0]).toEqual({
    label: 'Research it (1 POINT)',
    content: `/research ${question}`,
  })
})

it.each([
  ['what is the weather in Paris?', true],
  ['what is my favorite color?', false],
  ['compose a sonnet', false],
])('does not offer to research %j', (question, isOffTopic) => {
  const labels = suggestForUnknown([], question, isOffTopic).map(({ label }) => label)
  expect(labels).not.toContain('Research it (1 POINT)')
})

it.each([
  ['recharge 2 SOL', { label: 'Recharge: 2', content: '/top_up amount=2' }],
  ['open settings', { label: 'Open an app: Settings', content: '/open_app app="Settings"' }],
  ['my balance', { label: 'My balance', content: '/balance' }],
])('makes a button of %j', (phrase, button) => {
  const meant = understanding.read(phrase, NOW)
  expect(meant.kind === 'tool' && suggestCall(meant)).toEqual([button])
})

it('makes a button for each of several addresses', () => {
  const meant = understanding.read(`analyze ${TOKENS.join(' and ')} cheaply`, NOW)
  expect(meant.kind === 'partly' && suggestCall(meant.call).map(({ content }) => content)).toEqual(
    TOKENS.map((token) => `/ca_analysis contract_address="${token}"`),
  )
})

it('offers no tool that changes something after an answer', async () => {
  const tools = await productTools()
  const [done] = tools.filter(({ name }) => name === 'balance')
  const named = understanding.readPhrase('recharge 0.2 SOL', NOW).entities
  const commands = done && suggestNext(tools, named, done).map(({ content }) => content)
  expect(commands?.join(' ')).not.toContain('delete_price_alert')
})
