import { expect, type Locator } from '@playwright/test'

/** The Research window, given as the desktop opened it. */
export const researchPage = (window: Locator) => ({
  question: window.getByLabel('Question'),
  history: window.getByRole('region', { name: 'Earlier research' }),
  panel: window.locator('[data-source-panel]'),
  async ask(question: string) {
    await window.getByLabel('Question').fill(question)
    await window.getByRole('button', { name: 'Ask · 1 POINT', exact: true }).click()
  },
  /** The heading of the digest once it is shown. */
  async digest(question: string) {
    await expect(window.getByRole('button', { name: 'New question' })).toBeVisible({
      timeout: 30_000,
    })
    await expect(window.getByRole('heading', { name: question, exact: true })).toBeVisible()
  },
  story: (index: number) => window.locator('[data-story]').nth(index),
})
