import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The rules of axe for a page. They report in the page itself, which has no frames: the page that axe otherwise opens to
 * put the results of all frames together takes twice the time of the check.
 */
export const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode()
