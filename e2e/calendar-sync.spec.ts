import { calendarPage } from '#e2e/pages/calendar-page.ts'
import type { Page } from '@playwright/test'
import { paletteOn } from '#e2e/pages/palette.ts'
import { signInPage } from '#e2e/pages/sign-in-page.ts'
import { expect, test } from './product.ts'
import { arriveAs } from './session.ts'

const PASSWORD = 'a password of nineteen'

const add = async (page: Page, title: string) => {
  const { window, form } = calendarPage(page)
  await window.getByRole('button', { name: 'New event' }).click()
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(calendarPage(page).event(title)).toBeVisible()
}

const saved = (page: Page) =>
  page.waitForResponse(
    async (response) =>
      response.url().endsWith('/api/calendar/sync') &&
      response.ok() &&
      (response.request().postData() ?? '').includes('"age_ms"'),
  )

test('a calendar follows its account to another browser, through a lost connection, and to no other account', async ({
  page,
  product,
  browser,
}) => {
  for (const name of ['calendar-owner', 'calendar-neighbor']) {
    await product.admin(['user', 'add', name], PASSWORD)
  }
  const owner = { username: 'calendar-owner', password: PASSWORD }
  await arriveAs(page, product.url, owner)
  const here = calendarPage(page)
  await here.open()
  const first = saved(page)
  await add(page, 'Dentist')
  await first

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await arriveAs(other, product.url, owner)
  await other.goto(product.url)
  const there = calendarPage(other)
  await there.open()
  await expect(there.event('Dentist')).toBeVisible()

  await elsewhere.route('**/api/calendar/sync', (route) => route.abort('failed'))
  await add(other, 'Typed offline')
  await expect(there.window.getByText('Saved in this browser only. Trying again.')).toBeVisible()
  await elsewhere.unroute('**/api/calendar/sync')
  await other.reload()
  await expect(there.event('Typed offline')).toBeVisible()
  await expect(there.window.getByText('Saved in this browser only')).toHaveCount(0)
  await there.event('Dentist').click()
  const deleted = saved(other)
  await there.form.getByRole('button', { name: 'Delete' }).click()
  await deleted
  await elsewhere.close()

  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(here.event('Typed offline')).toBeVisible()
  await expect(here.event('Dentist')).toHaveCount(0)

  const palette = paletteOn(page)
  await palette.run('log out', 'Log out')
  await signInPage(page).withPassword('calendar-neighbor', PASSWORD)
  await expect(page).toHaveURL(/\/$/)
  await here.open()
  await add(page, 'Of the neighbor')
  await expect(here.event('Typed offline')).toHaveCount(0)
  await here.event('Of the neighbor').click()
  await expect(here.form.getByLabel('Title')).toHaveValue('Of the neighbor')
})
