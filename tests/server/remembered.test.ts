import { expect, it } from 'vitest'
import { remembered } from '#server/remembered.ts'

it('computes an answer once, and again after so many others', () => {
  const computed: string[] = []
  const isLong = remembered(
    (text) => {
      computed.push(text)
      return text.length > 3
    },
    { limit: 2 },
  )
  expect([isLong('a'), isLong('a'), isLong('bcde'), isLong('bcde')]).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(computed).toEqual(['a', 'bcde'])
  isLong('c')
  isLong('a')
  expect(computed).toEqual(['a', 'bcde', 'c', 'a'])
})
