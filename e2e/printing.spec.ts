import { desktopPage } from '#e2e/pages/desktop-page.ts'
import { researchPage } from '#e2e/pages/research-page.ts'
import { expect, test } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

const QUESTION = 'What is new on Solana this week?'

test('a digest is printed alone, on white, with its answer and all sources', async ({
  page,
  product,
}) => {
  // The dialog of the browser, which a test cannot close.
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await arriveAsNewcomer(page, product.url)
  const desktop = desktopPage(page)
  await desktop.open()
  const opened = await desktop.openApp('Research')
  const research = researchPage(opened)
  await research.ask(QUESTION)
  await research.digest(QUESTION)
  await opened.getByRole('button', { name: 'PDF' }).click()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const paper = page.locator('.research-print')
  await expect(paper.getByRole('heading', { level: 1, name: QUESTION })).toBeVisible()
  await expect(opened).toBeHidden()
  await expect(page.getByLabel('Dock')).toBeHidden()
  await expect(paper).toHaveCSS('color', /^rgb\((\d|[1-5]\d), /)
  const answer = paper.getByRole('heading', { name: 'Answer', exact: true })
  await expect(answer).toBeVisible()
  await expect(answer.locator('~ p').first()).toHaveText(/\[\d+\]$/)
  const pdf = await page.pdf({ format: 'A4' })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0).toBeGreaterThan(0)

  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(paper).toHaveCount(0)
  await expect(opened).toBeVisible()
})
