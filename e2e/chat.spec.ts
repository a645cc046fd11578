import { axeOn } from '#e2e/pages/axe.ts'
import { chatPage } from '#e2e/pages/chat-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

test('a question on Home becomes a chat that is answered by a tool, kept, renamed and deleted', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Ask anything' }).fill('What is my balance?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await chat.answered()
  await expect(page).toHaveURL(/\/chat\?id=/)
  await expect(chat.answers).toContainText('0.1 SOL')
  await expect(chat.answers).toContainText('commands and tools')
  await expect(chat.answers.getByRole('button', { name: /My balance/ }).first()).toBeVisible()
  const seen = await axeOn(page).analyze()
  expect(seen.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

  await page.reload()
  await expect(chat.questions).toHaveText(/What is my balance\?/)
  await expect(chat.answers).toContainText('0.1 SOL')
  await expect(chat.answers).toHaveCount(1)

  await chat.rename('What is my balance?', 'My money')
  await expect(chat.list.getByRole('button', { name: 'My money', exact: true })).toBeVisible()
  await chat.remove('My money')
  await expect(page).toHaveURL(/\/chat$/)
  await expect(chat.list.getByText('No chats yet')).toBeVisible()
})

test('before an analysis is paid, the report that one has is offered', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await chat.open()
  await chat.ask('find smart wallets for Demo1n4J8aduxTgPBM92AXh1N6KjEfhzgvECosUKNCjU')
  const approval = page.getByRole('group', { name: 'Approve CA Analysis' })
  await expect(approval.getByRole('button', { name: 'Approve · 1 POINT' })).toBeVisible()
  await approval.getByRole('button', { name: 'Open it · Free' }).click()
  await expect(page.getByRole('button', { name: /^Ranked \(/ })).toBeVisible()
})

test('the chat asks which day is meant, opens the newest report, and Agent Builder with the idea', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await chat.open()
  await chat.ask('remind me on 12/5 to pay rent')
  await chat.answered()
  await expect(chat.answers.last()).toContainText('Which day is 12/5?')
  await page.getByRole('button', { name: 'December 5' }).click()
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()

  await chat.ask('open my latest report')
  await expect(chat.answers.last()).toContainText('Your newest report is of')

  await chat.ask('build me an agent that tells me every morning who holds COMET')
  await page.getByRole('button', { name: 'Open Agent Builder' }).click()
  await expect(page.getByLabel('What should your agent do?')).toHaveValue(
    'tells me every morning who holds COMET',
  )
})

test('missing arguments are asked by a form, an edited question keeps its old version, two tabs agree', async ({
  page,
  context,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await chat.open()
  await chat.ask('/wallet')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await page.getByLabel('Address').fill('So11111111111111111111111111111111111111112')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(chat.answers).toHaveCount(2)
  await chat.answered()

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(chatPage(other).answers).toHaveCount(2)

  await chat.questions.first().hover()
  await chat.questions.first().getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).fill('/help')
  await page.getByRole('button', { name: 'Send again' }).click()
  await chat.answered()
  await expect(chat.questions).toHaveCount(1)
  await expect(chat.questions).toContainText('2/2')
  await expect(chatPage(other).questions).toHaveCount(1)
  await expect(chatPage(other).questions).toContainText('/help')
  await chat.questions.hover()
  await chat.questions.getByRole('button', { name: 'Earlier version' }).click()
  await expect(chat.answers).toHaveCount(2)
})

test('a long chat opens at its end and adds older messages above without moving the view', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  await page.goto('/')
  const id = await page.evaluate(async (turns) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('access_token') ?? ''}`,
      'content-type': 'application/json',
    }
    const post = (path: string, body: object) =>
      fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const made = (await (await post('/chats', {})).json()) as { data: { id: string } }
    for (let turn = 0; turn < turns; turn += 1) {
      await (await post(`/chats/${made.data.id}/messages`, { content: `/help ${turn}` })).text()
    }
    return made.data.id
  }, 55)
  await page.goto(`/chat?id=${id}`)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('/help 54', { exact: true })).toBeInViewport()
  const first = log.getByText('/help 0', { exact: true })
  await expect(first).toHaveCount(0)
  for (let step = 0; step < 10 && (await first.count()) === 0; step += 1) {
    const moved = await log.evaluate(async (scroller) => {
      const anchor = scroller.querySelector('article')
      if (anchor === null) throw new Error('no message')
      scroller.scrollTop = 0
      const before = anchor.getBoundingClientRect().top
      while (scroller.querySelector('article') === anchor) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return anchor.getBoundingClientRect().top - before
    })
    expect(Math.abs(moved)).toBeLessThan(3)
  }
  await expect(first).toHaveCount(1)
  await expect(log.getByRole('article')).toHaveCount(110)
  await expect(log.getByRole('button', { name: 'Show older messages' })).toHaveCount(0)
})

test('a chat is as high as the screen, whatever its answers hold', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAsNewcomer(page, product.url)
  const chat = chatPage(page)
  await chat.open()
  const config = (await (await fetch(`${product.url}/api/config`)).json()) as {
    demo: { contract_address: string }
  }
  for (let asked = 0; asked < 2; asked += 1) {
    await chat.ask(`/token ${config.demo.contract_address}`)
    await expect(chat.answers).toHaveCount(asked + 1)
    await chat.answered()
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
})
