import { expect, type Page } from '@playwright/test'

export const chatPage = (page: Page) => {
  const list = page.getByRole('region', { name: 'Chats' })
  const menuOf = async (title: string, item: 'Rename' | 'Delete') => {
    await list.getByRole('button', { name: title, exact: true }).hover()
    await list.getByRole('button', { name: `More about ${title}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  return {
    list,
    messages: page.getByRole('log', { name: 'Messages' }),
    questions: page.getByRole('article', { name: 'You' }),
    answers: page.getByRole('article', { name: 'Answer' }),
    composer: page.getByRole('textbox', { name: 'Message' }),
    async open() {
      await page.goto('/chat')
      await expect(this.composer).toBeVisible()
    },
    async ask(text: string) {
      await this.composer.fill(text)
      await this.composer.press('Enter')
    },
    /** The answer is complete when it can be regenerated. */
    async answered() {
      await expect(this.answers.last().getByRole('button', { name: 'Regenerate' })).toBeEnabled()
    },
    async rename(title: string, to: string) {
      await menuOf(title, 'Rename')
      const dialog = page.getByRole('dialog', { name: 'Rename chat' })
      await dialog.getByLabel('Title').fill(to)
      await dialog.getByRole('button', { name: 'Rename' }).click()
      await expect(dialog).toBeHidden()
    },
    async remove(title: string) {
      await menuOf(title, 'Delete')
      const dialog = page.getByRole('alertdialog', { name: 'Delete this chat?' })
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(dialog).toBeHidden()
    },
  }
}
