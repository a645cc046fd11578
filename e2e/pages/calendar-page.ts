import { expect, type Page } from '@playwright/test'

export const calendarPage = (page: Page) => {
  const window = page.getByRole('dialog', { name: /^Calendar/ })
  return {
    window,
    form: page.getByRole('dialog', { name: /^(New|Edit) event/ }),
    async open() {
      await page.goto(`/ios-desktop?open=${encodeURIComponent('/calendar')}`)
      await expect(window.getByRole('grid')).toBeVisible()
    },
    event: (title: string) => window.locator('[data-event]').filter({ hasText: title }),
    day: (day: string) => window.locator(`.month [data-day="${day}"]`),
    slot: (day: string, hour: number) =>
      window.locator(`.week [data-day="${day}"][data-hour="${hour}"]`),
    async choose(item: 'Import .ics…' | 'Export .ics' | 'Keyboard') {
      await window.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
  }
}
