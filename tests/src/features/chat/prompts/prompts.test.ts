import { expect, it } from 'vitest'
import {
  createPrompts,
  MAX_PROMPT_NAME,
  MAX_PROMPTS,
  toPromptName,
} from '#src/features/chat/prompts/prompts.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'

const promptsIn = (saved?: unknown) => {
  const entry = JSON.stringify({ state: saved, version: 1 })
  const { storage } = memoryStorage(saved === undefined ? [] : [['prompts', entry]])
  return { prompts: createPrompts(() => storage), storage }
}

const list = ({ store }: ReturnType<typeof createPrompts>) => store.getState().prompts

it.each([
  ['Risks', 'risks'],
  ['  /Top 10 holders! ', 'top-10-holders'],
  ['Größe', 'größe'],
  ['हिन्दी', 'हिन्दी'],
  ['تحليل المحفظة', 'تحليل-المحفظة'],
  ['???', ''],
  ['a'.repeat(80), 'a'.repeat(MAX_PROMPT_NAME)],
  [`${'a'.repeat(MAX_PROMPT_NAME - 1)} b`, 'a'.repeat(MAX_PROMPT_NAME - 1)],
  [`${'a'.repeat(MAX_PROMPT_NAME - 1)}𠮷`, 'a'.repeat(MAX_PROMPT_NAME - 1)],
])('names %j so that it can be typed', (typed, name) => {
  expect(toPromptName(typed)).toBe(name)
  expect(toPromptName(name)).toBe(name)
})

it('adds, changes and deletes prompts, in the order of their names', () => {
  const { prompts, storage } = promptsIn()
  expect(prompts.save({ name: 'risks', text: 'What are the risks?' }, null)).toBe(true)
  expect(prompts.save({ name: 'age', text: 'How old is it?' }, null)).toBe(true)
  expect(prompts.save({ name: 'danger', text: 'What is risky?' }, 'risks')).toBe(true)
  expect(list(prompts).map(({ name }) => name)).toEqual(['age', 'danger'])
  prompts.remove('age')
  expect(list(createPrompts(() => storage))).toEqual([{ name: 'danger', text: 'What is risky?' }])
})

it('refuses a name in use, and more prompts than a user may keep', () => {
  const { prompts } = promptsIn()
  for (let at = 0; at < MAX_PROMPTS; at += 1) {
    expect(prompts.save({ name: `p${at}`, text: 'x' }, null)).toBe(true)
  }
  expect(prompts.save({ name: 'one-more', text: 'x' }, null)).toBe(false)
  expect(prompts.save({ name: 'p1', text: 'y' }, 'p2')).toBe(false)
  expect(prompts.save({ name: 'p2', text: 'y' }, 'p2')).toBe(true)
  expect(list(prompts)).toHaveLength(MAX_PROMPTS)
})

it('keeps entries that another tab has saved', () => {
  const { prompts, storage } = promptsIn()
  createPrompts(() => storage).save({ name: 'other', text: 'x' }, null)
  prompts.save({ name: 'own', text: 'y' }, null)
  expect(list(prompts).map(({ name }) => name)).toEqual(['other', 'own'])
})

it('reads only usable entries', () => {
  const saved = {
    prompts: [{ name: 'good', text: 'x' }, { name: 'Bad name', text: 'x' }, { name: 'no-text' }, 7],
  }
  expect(list(promptsIn(saved).prompts)).toEqual([{ name: 'good', text: 'x' }])
  expect(list(promptsIn('broken').prompts)).toEqual([])
})
