import { expect, type Page } from '@playwright/test'

export const paletteOn = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search and commands' })
  return {
    dialog,
    async open() {
      await page.keyboard.press('ControlOrMeta+k')
      await expect(dialog.getByRole('option').first()).toBeVisible()
      await expect(dialog.getByRole('combobox')).toBeFocused()
    },
    /** Opens it, searches for a text and runs the first result. */
    async run(text: string, title: string | RegExp = text) {
      await this.open()
      await page.keyboard.type(text)
      await expect(dialog.getByRole('option', { name: title, selected: true })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
    },
  }
}
