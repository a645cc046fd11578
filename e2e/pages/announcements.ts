import type { Page } from '@playwright/test'

const SELECTOR = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'

/**
 * Collects the texts that live regions take on, which a screen reader would speak. Regions with `aria-live="off"` and
 * what they hold are silent. Call it before the page is loaded.
 */
export const announcementsOn = async (page: Page) => {
  await page.addInitScript((selector) => {
    const spoken: string[] = []
    Object.assign(window, { spoken })
    const note = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      const region = element?.closest(`${selector}, [aria-live="off"]`)
      if (region === null || region === undefined || region.matches('[aria-live="off"]')) return
      const text = region.textContent.trim()
      if (text !== '' && spoken.at(-1) !== text) spoken.push(text)
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        note(target)
        for (const node of addedNodes) {
          if (node instanceof Element) node.querySelectorAll(selector).forEach(note)
          note(node)
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, SELECTOR)
  return {
    /** Returns all announcements since the page was loaded, oldest first. */
    spoken: (): Promise<string[]> =>
      page.evaluate(() => (window as unknown as { spoken: string[] }).spoken),
  }
}
