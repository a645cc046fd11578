import { expect, it } from 'vitest'
import { suggestForUnknown } from '#server/modules/chat/assistant/suggestions.ts'

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
