import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axeOn } from '#e2e/pages/axe.ts'
import { calendarPage } from '#e2e/pages/calendar-page.ts'
import { expect, test, type Product } from './product.ts'
import { arriveAsNewcomer } from './session.ts'

/** A Friday. The page's clock stays here until a test moves it. */
const NOW = new Date('2026-11-20T10:20:00Z')
/** A second after the reminder of the event at noon in Berlin. */
const TEN_TO_TWELVE = new Date('2026-11-20T10:50:01Z')

test.use({
  timezoneId: 'Europe/Berlin',
  locale: 'en-GB',
})

const openCalendar = async (page: Page, product: Product) => {
  await page.clock.install({ time: NOW })
  await arriveAsNewcomer(page, product.url)
  const calendar = calendarPage(page)
  await calendar.open()
  await expect(page.locator('[data-window]:focus-within')).toBeVisible()
  return calendar
}

test('events are made by press, drag and key, changed, moved, deleted and brought back', async ({
  page,
  product,
}) => {
  const calendar = await openCalendar(page, product)
  const { window, form } = calendar

  await calendar.day('2026-11-25').click()
  await form.getByLabel('Title').fill('Breakpoint')
  await form.getByRole('switch', { name: 'All day' }).click()
  await form.getByLabel('End date').fill('2026-11-26')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(calendar.event('Breakpoint')).toBeVisible()

  await window.getByRole('button', { name: 'Today' }).click()
  await window.getByRole('button', { name: 'Week' }).click()
  const from = (await calendar.slot('2026-11-19', 9).boundingBox())!
  const to = (await calendar.slot('2026-11-19', 10).boundingBox())!
  await page.mouse.move(from.x + 20, from.y + 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 })
  await page.mouse.move(to.x + 20, to.y + to.height - 2, { steps: 4 })
  await page.mouse.up()
  await expect(form.getByLabel('Start time')).toHaveValue('09:00')
  await expect(form.getByLabel('End time')).toHaveValue('11:00')
  await form.getByLabel('Title').fill('Review')
  await form.getByRole('button', { name: 'Save' }).click()

  const review = calendar.event('Review')
  const box = (await review.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + 30, box.y + 60, { steps: 3 })
  await page.mouse.move(box.x + 30, box.y + 30 + from.height, { steps: 3 })
  await page.mouse.up()
  await expect(review).toContainText('10:00 – 12:00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(review).toContainText('09:00 – 11:00')

  await calendar.slot('2026-11-16', 9).focus()
  await page.keyboard.press('t')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await form.getByLabel('Title').fill('By key')
  await page.keyboard.press('Enter')
  await expect(calendar.event('By key')).toBeVisible()

  await review.click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await expect(review).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(review).toBeVisible()

  await calendar.open()
  await expect(calendar.event('Review')).toBeVisible()
})

test('a drag follows the hours that scroll under it, and Control Z takes it back', async ({
  page,
  product,
}) => {
  const calendar = await openCalendar(page, product)
  await page.keyboard.press('n')
  await calendar.form.getByLabel('Title').fill('Review')
  await calendar.form.getByLabel('Start time').fill('12:00')
  await page.keyboard.press('Enter')
  await expect(calendar.form).toHaveCount(0)
  // The focus is back in the calendar, whose keys work.
  await expect(page.locator('[data-window]:focus-within')).toBeVisible()
  await page.keyboard.press('w')
  const review = calendar.event('Review')
  const box = (await review.boundingBox())!
  const hour = (await calendar.slot('2026-11-20', 12).boundingBox())!.height
  const [x, y] = [box.x + 30, box.y + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 10, { steps: 3 })
  await page.mouse.wheel(0, 2 * hour)
  await expect
    .poll(async () => Math.round(box.y - (await review.boundingBox())!.y))
    .toBe(Math.round(2 * hour))
  await page.mouse.move(x, y, { steps: 3 })
  await page.mouse.up()
  await expect(review).toContainText('14:00 – 15:00')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(review).toContainText('12:00 – 13:00')
})

test('a reminder comes while the calendar is closed, and leads to its event', async ({
  page,
  product,
}) => {
  const calendar = await openCalendar(page, product)
  await page.keyboard.press('n')
  await calendar.form.getByLabel('Title').fill('Dentist')
  await calendar.form.getByLabel('Start time').fill('12:00')
  await calendar.form.getByRole('button', { name: 'Save' }).click()
  await expect(calendar.event('Dentist')).toBeVisible()

  const files: string[] = []
  page.on('requestfinished', (request) => files.push(request.url()))
  await page.goto('/payment')
  await expect(page.getByRole('heading', { name: 'Solana Recharge' })).toBeVisible()
  // Reminders wake after the screen; then it is ten to twelve.
  await expect(async () => {
    await page.clock.runFor(1_000)
    expect(files.some((url) => url.includes('/start-reminders'))).toBe(true)
  }).toPass()
  await page.waitForLoadState('networkidle')
  // The clock does not run there, so a toast of five seconds stays.
  await page.clock.pauseAt(TEN_TO_TWELVE)
  await expect(page.getByText('Dentist', { exact: true })).toBeVisible()
})

test('a calendar goes out as a file and comes back the same', async ({ page, product }) => {
  const calendar = await openCalendar(page, product)
  await page.keyboard.press('n')
  await calendar.form.getByLabel('Title').fill('Weekly; with, signs')
  await calendar.form.getByLabel('Repeat').selectOption('Every week')
  await calendar.form.getByRole('button', { name: 'Save' }).click()
  const downloading = page.waitForEvent('download')
  await calendar.choose('Export .ics')
  const path = await (await downloading).path()
  const text = await readFile(path, 'utf8')
  expect(text).toContain('SUMMARY:Weekly\\; with\\, signs')
  expect(text).toContain('DTSTART;TZID=Europe/Berlin:20261120T120000')
  expect(text).toContain('RRULE:FREQ=WEEKLY')

  const chooser = page.waitForEvent('filechooser')
  await calendar.choose('Import .ics…')
  await (
    await chooser
  ).setFiles({ name: 'back.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Import 1 event' }).click()
  await expect(page.getByText('1 event updated', { exact: true })).toBeVisible()
  await expect(calendar.event('Weekly; with, signs')).toHaveCount(3)
})

const manyEvents = (number: number): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  const events = Array.from({ length: number }, (_, index) => {
    const day = `2026${two((index % 12) + 1)}${two((index % 28) + 1)}`
    const rule = index % 10 === 0 ? ['RRULE:FREQ=WEEKLY;BYDAY=MO,TH'] : []
    return [
      'BEGIN:VEVENT',
      `UID:${index}@many`,
      `DTSTART;TZID=Europe/Berlin:${day}T${two(8 + (index % 10))}0000`,
      `DTEND;TZID=Europe/Berlin:${day}T${two(9 + (index % 10))}0000`,
      `SUMMARY:Event ${index}`,
      ...rule,
      'END:VEVENT',
    ]
  })
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR'].join('\r\n')
}

test('a hostile calendar file and icon name stay text', async ({ page, product }) => {
  const calendar = await openCalendar(page, product)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !/^(data|blob):/.test(request.url())) {
      foreign.push(request.url())
    }
  })
  const markup = '<img src=https://evil.example/x onerror="document.title=1">'
  const file = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:"><script>document.title=1</script>',
    'DTSTART;TZID=Europe/Berlin:20261120T120000',
    `SUMMARY:${markup}`,
    `DESCRIPTION:<svg onload="document.title=1"> javascript:document.title=1`,
    'LOCATION:javascript:document.title=1',
    'URL:javascript:document.title=1',
    'ATTACH:https://evil.example/x',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  const chooser = page.waitForEvent('filechooser')
  await calendar.choose('Import .ics…')
  await (
    await chooser
  ).setFiles({ name: 'evil.ics', mimeType: 'text/calendar', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Import 1 event' }).click()
  await calendar.event('<img').first().click()
  await expect(calendar.form.getByLabel('Title')).toHaveValue(markup)
  await expect(page.locator('a[href^="javascript:"], img[src*="evil"]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await calendar.window.getByRole('button', { name: 'Close' }).click()

  await page.locator('[data-icon="/theme"]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename application' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(markup)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-icon="/theme"]')).toContainText(markup.slice(0, 20))
  await page.reload()
  await expect(page.locator('[data-icon="/theme"]')).toContainText(markup.slice(0, 20))
  expect(await page.title()).not.toBe('1')
  expect(foreign).toEqual([])
})

test('five thousand events are read without freezing the page, and can be leafed through', async ({
  page,
  product,
}) => {
  const calendar = await openCalendar(page, product)
  const chooser = page.waitForEvent('filechooser')
  await calendar.choose('Import .ics…')
  await (
    await chooser
  ).setFiles({
    name: 'many.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(manyEvents(5000)),
  })
  await page.clock.resume()
  await page.getByRole('button', { name: 'Import 5,000 events' }).click()
  await expect(page.getByText('5,000 events added', { exact: true })).toBeVisible()
  for (const month of ['December 2026', 'January 2027', 'February 2027']) {
    await calendar.window.getByRole('button', { name: 'Next month' }).click()
    await expect(calendar.window.getByRole('heading', { name: month })).toBeVisible()
  }
  await calendar.open()
  await expect(calendar.window.getByRole('button', { name: /more on/ }).first()).toBeVisible()
})

test('nothing of the calendar is closed to anybody, in either theme', async ({ page, product }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const calendar = await openCalendar(page, product)
  await page.clock.resume()
  const check = async (selector: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const axe = axeOn(page).include(selector)
      // The themes differ in colors alone.
      if (theme === 'dark') axe.withRules(['color-contrast'])
      const { violations } = await axe.analyze()
      expect(violations, theme).toEqual([])
    }
  }
  await expect(calendar.window.locator('.window-chrome')).toHaveCSS('opacity', '1')
  await check('[data-window]')
  await page.keyboard.press('w')
  await expect(calendar.slot('2026-11-20', 9)).toBeVisible()
  await check('[data-window]')
  await page.keyboard.press('n')
  await expect(calendar.form).toHaveCSS('opacity', '1')
  await check('[role=dialog]:has(form)')
})

test('the words of a title set the times of a new event', async ({ page, product }) => {
  const calendar = await openCalendar(page, product)
  await page.clock.resume()
  await page.keyboard.press('n')
  const { form } = calendar
  await form.getByLabel('Title').fill('Dinner on 24 November 2026 at 19:00')
  const offer = form.getByRole('button', { name: 'Set to Tue, Nov 24, 19:00 – 20:00' })
  await expect(offer).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(offer).toHaveCount(0)
  await expect(form.getByLabel('Title')).toBeFocused()
  await expect(form.getByLabel('Title')).toHaveValue('Dinner')
  await page.keyboard.press('Enter')
  await expect(calendar.event('Dinner')).toBeVisible()
})
