import { readFile } from 'node:fs/promises'
import { axeOn } from '#e2e/pages/axe.ts'
import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { paymentPage } from '#e2e/pages/payment-page.ts'
import { researchPage } from '#e2e/pages/research-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const QUESTION = 'What is new on Solana this week?'
const ABOUT_NOTHING = 'zzqx blorptastic qwvk'

test('a question becomes a digest whose sources open, that is saved as a file and reopened for nothing', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  const window = await desktop.openApp('Research')
  const research = researchPage(window)
  await expect(window.getByText('costs 1 POINT (0.01 SOL)')).toBeVisible()
  await research.ask(QUESTION)
  await expect(window.getByRole('list', { name: 'Sources' })).toBeVisible()
  await research.digest(QUESTION)
  await expect(window.getByText('Quotes only (no AI summary)')).toBeVisible()
  await expect(window.getByText('DEMO', { exact: true }).first()).toBeVisible()
  await expect(window.getByRole('heading', { name: 'Where sources disagree' })).toBeAttached()

  const sentence = research.story(0).locator('blockquote').first()
  const citation = sentence.locator('[data-citation]')
  await citation.focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await citation.press('Enter')
  const quoted = (await sentence.innerText()).replace(/\s*\d+$/, '')
  await expect(research.panel.locator('mark')).toHaveText(quoted)
  await expect(research.panel.getByRole('link')).toHaveAttribute(
    'rel',
    'noopener noreferrer nofollow',
  )
  const seen = await axeOn(page).include('[data-window]').analyze()
  expect(seen.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  await page.keyboard.press('Escape')
  await expect(research.panel).toHaveCount(0)
  await expect(citation).toBeFocused()

  const downloading = page.waitForEvent('download')
  await window.getByRole('button', { name: 'Markdown' }).click()
  const file = await (await downloading).path()
  const markdown = await readFile(file, 'utf8')
  expect(markdown).toContain(`# ${QUESTION}`)
  expect(markdown).toContain('DEMO')

  await window.getByRole('button', { name: 'Follow this topic' }).click()
  await expect(window.getByRole('button', { name: 'Refresh · 1 POINT' })).toBeVisible()
  await window.getByRole('button', { name: 'New question' }).click()
  await expect(window.getByRole('region', { name: 'Topics' })).toContainText(QUESTION)
  await research.history
    .getByRole('button', { name: new RegExp(`^${QUESTION.slice(0, -1)}`) })
    .click()
  await research.digest(QUESTION)
  await expect(research.story(0).locator('blockquote').first()).toContainText(quoted)
})

test('an answer is at the top, shows its source, and takes a follow-up', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  const window = await desktop.openApp('Research')
  const research = researchPage(window)
  await research.ask('How do I stake SOL and what does it yield?')
  const answer = window.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('6.8% a year', { timeout: 30_000 })
  const [frame, box] = [await window.boundingBox(), await answer.boundingBox()]
  expect((box?.y ?? 0) - (frame?.y ?? 0)).toBeLessThan(300)

  await answer
    .getByRole('list', { name: 'Sources of the answer' })
    .getByRole('button')
    .first()
    .click()
  await expect(research.panel).toContainText('SOL')
  await page.keyboard.press('Escape')
  await window.getByLabel('Ask a follow-up').fill('Which airdrops are planned?')
  await window.getByRole('button', { name: 'Ask · 1 POINT' }).click()
  await expect(answer).toContainText('plan airdrops for 2026', { timeout: 30_000 })
})

test('a question that no source knows is given back', async ({ page, product }) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  const window = await desktop.openApp('Research')
  const research = researchPage(window)
  await research.ask(ABOUT_NOTHING)
  await expect(window.getByRole('alert')).toContainText('refunded', { timeout: 30_000 })
  await expect(research.question).toHaveValue(ABOUT_NOTHING)
  await expect(research.history).toContainText('Failed, refunded')

  const where = window.getByLabel('Where to search')
  await expect(where.getByRole('option')).toHaveText([
    'All sources',
    'News',
    'Official',
    'Community',
    'Markets and chain',
  ])
  await where.focus()
  await page.keyboard.press('c')
  await expect(where).toHaveValue('community')
  await research.ask(ABOUT_NOTHING)
  await expect(window.getByRole('alert')).toContainText('only “Community”', { timeout: 30_000 })
  await window.getByRole('button', { name: 'Search all sources · 1 POINT' }).click()
  await expect(where).toHaveValue('all')
  await expect(window.getByRole('alert')).not.toContainText('Community', { timeout: 30_000 })

  const payment = paymentPage(page)
  await payment.open()
  await expect(payment.accountBalance()).toHaveText('0.1 SOL')
  expect(await product.admin(['ledger', 'check'])).toContain('every invariant holds')
})
