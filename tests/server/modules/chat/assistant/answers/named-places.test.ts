import { describe, expect, it } from 'vitest'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { HELP_ANSWERS } from '#server/modules/chat/assistant/answers/help-answers.ts'
import { REPORT_ANSWERS } from '#server/modules/chat/assistant/answers/report-answers.ts'
import { BUILT_IN_APPS } from '#src/app/app-registry.ts'

const ANSWERS = [...HELP_ANSWERS, ...REPORT_ANSWERS]
const PATHS = Object.values(PRODUCT_APPS).map(({ path }) => path)

describe('an answer', () => {
  it('links only to apps that the desktop opens', () => {
    const links = ANSWERS.flatMap(({ text }) => [...text.matchAll(/\]\(([^)]*)\)/g)])
    expect(links).not.toEqual([])
    for (const [, link = ''] of links) {
      const url = new URL(link, 'https://soldesk.example')
      expect(url.pathname).toBe('/ios-desktop')
      expect(PATHS).toContain(url.searchParams.get('open'))
    }
  })

  it('names each app that is coming soon by its title', () => {
    const text = ANSWERS.find(({ id }) => id === 'coming_soon')?.text
    for (const { title } of BUILT_IN_APPS.filter(({ status }) => status === 'coming_soon'))
      expect(text).toContain(title)
  })
})
