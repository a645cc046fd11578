import { expect, it } from 'vitest'
import { isSameTopic } from '#server/modules/research/question/question-intent.ts'
import { baseForm } from '#server/modules/research/text/base-form.ts'

it.each([
  ['Ethiopian', 'Ethiopia'],
  ['Ethiopia', 'Ethiopian'],
  ['freezable', 'freeze'],
  ['freeze', 'freezable'],
  ['stakers', 'stake'],
])('takes %s in a text for %s of a question', (said, asked) => {
  expect(isSameTopic(baseForm(said.toLowerCase()), baseForm(asked.toLowerCase()))).toBe(true)
})

it('keeps words apart that only begin alike', () => {
  expect(isSameTopic(baseForm('solar'), baseForm('sol'))).toBe(false)
})
