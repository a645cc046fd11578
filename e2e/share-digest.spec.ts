import { axeOn } from '#e2e/pages/axe.ts'
import { boxOf, desktopPage } from '#e2e/pages/desktop-page.ts'
import { researchPage } from '#e2e/pages/research-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const QUESTION = 'What is new on Solana this week?'

test('a digest is shared into a chat beside it, as a card that leads back to it', async ({
  page,
  product,
}) => {
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  const window = await desktop.openApp('Research')
  const research = researchPage(window)
  await research.ask(QUESTION)
  await research.digest(QUESTION)
  const share = window.getByRole('button', { name: 'Discuss in chat' })

  // Nothing is lost while the server does not answer.
  await page.route('**/api/chats/digests', (route) => route.abort())
  await share.click()
  await expect(page.getByText('We couldn’t share the digest', { exact: true })).toBeVisible()
  const chat = page.getByRole('dialog', { name: /^Chat/ })
  await expect(chat).toHaveCount(0)
  await page.unroute('**/api/chats/digests')

  await share.click()
  await expect(chat).toBeVisible()
  const cards = chat.getByRole('article', { name: 'You shared a digest' })
  await expect(cards.getByRole('heading', { name: QUESTION })).toBeVisible()
  await expect(
    cards.getByRole('region', { name: 'Sources' }).getByRole('link').first(),
  ).toBeVisible()
  await expect(chat.getByRole('article', { name: 'Answer' })).toHaveCount(0)
  await expect(chat.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(window).toBeVisible()
  await expect(page).toHaveURL(/\/ios-desktop\?open=\/research.*&open=\/chat%3Fid%3D/)
  const seen = await axeOn(page).include('[data-window-path^="/chat"]').analyze()
  expect(seen.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

  await cards.getByRole('button', { name: 'Open digest' }).click()
  await expect(share).toBeInViewport()
  await share.click()
  await expect(cards).toHaveCount(2)
  // The address names the window in front last.
  await expect(page).toHaveURL(/open=\/research.*&open=\/chat%3Fid%3D/)

  await page.reload()
  await expect(cards).toHaveCount(2)
  await chat.getByRole('textbox', { name: 'Message' }).fill('What is my balance?')
  await page.keyboard.press('Enter')
  // The POINT of the research is all that was spent.
  await expect(chat.getByRole('article', { name: 'Answer' })).toContainText('0.09 SOL')
  await expect(page).toHaveURL(/\/ios-desktop/)
})

test('on a phone the chat opens over the digest, and leads back to it', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await arriveAsNewcomer(page, product.url)
  await page.goto('/ios-desktop?open=/research')
  const window = page.getByRole('dialog', { name: /^Research/ })
  const research = researchPage(window)
  await research.ask(QUESTION)
  await research.digest(QUESTION)
  await window.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Discuss in chat' }).click()
  const chat = page.getByRole('dialog', { name: /^Chat/ })
  const open = chat.getByRole('button', { name: 'Open digest' })
  await expect(open).toBeInViewport()
  const card = chat.getByRole('article', { name: 'You shared a digest' })
  await expect(card.getByRole('heading', { name: QUESTION })).toBeInViewport()
  for (const row of await card.getByRole('listitem').all()) {
    const box = await boxOf(row)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
  }
  await open.click()
  await expect(window.getByRole('heading', { name: QUESTION, exact: true })).toBeInViewport()
  await context.close()
})
