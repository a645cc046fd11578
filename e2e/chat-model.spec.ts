import { scriptedLlm } from '#tests/support/scripted-llm.ts'
import type { ScriptedLlm } from '#tests/support/scripted-llm.ts'
import { chatPage } from '#e2e/pages/chat-page.ts'
import { expect, test as base } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const GAP_MS = 150
/** `word1 word2 …`, longer than any test listens. */
const LONG = Array.from({ length: 2_000 }, (_, index) => `word${index + 1} `)

/** The product with a scripted model. */
const test = base.extend<object, { llm: ScriptedLlm }>({
  llm: [
    async ({}, provide) => {
      const llm = await scriptedLlm()
      // Read by the product's own process, which is started after this.
      process.env['LLM_BASE_URL'] = llm.url
      process.env['LLM_MODEL'] = 'scripted'
      await provide(llm)
      delete process.env['LLM_BASE_URL']
      delete process.env['LLM_MODEL']
      await llm.close()
    },
    { scope: 'worker' },
  ],
  product: async ({ llm, product }, provide) => {
    expect(llm.url).toContain('127.0.0.1')
    await provide(product)
  },
})

test('an answer continues after a reload with nothing lost, and stops on request with its text', async ({
  page,
  product,
  llm,
}) => {
  llm.script([{ say: LONG, gapMs: GAP_MS }, { finish: 'stop' }, 'done'])
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await chat.open()
  await expect(page.getByText(/Answered by scripted/)).toBeVisible()
  await chat.ask('Talk to me')
  await expect(chat.answers).toContainText('word5 ')
  await expect(page).toHaveURL(/\/chat\?id=/)

  await page.reload()
  await expect(chat.answers).toContainText('word5 ')
  const before = llm.said()
  await expect(chat.answers).toContainText(`word${before + 5} `)

  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(chat.answers.getByText('Stopped')).toBeVisible()
  await expect.poll(() => llm.closed.length).toBe(1)
  const words = (await chat.answers.innerText()).match(/word\d+/g) ?? []
  expect(words).toEqual(LONG.slice(0, words.length).map((word) => word.trim()))
  expect(words.length).toBeGreaterThan(before)

  llm.script([{ say: 'Another answer.' }, { finish: 'stop' }, 'done'])
  await chat.answers.getByRole('button', { name: 'Regenerate' }).click()
  await expect(chat.answers).toContainText('Another answer.')
  await expect(chat.answers).toContainText('2/2')
  await chat.answers.getByRole('button', { name: 'Earlier version' }).click()
  await expect(chat.answers).toContainText('word5 ')
})
