import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MEMORY_SETTINGS } from '#scripts/memory.mjs'

it.each(['Dockerfile', 'soldesk.service', 'soldesk-worker.service'])(
  'gives the server of deploy/%s the memory settings of the launcher',
  (file) => {
    const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')
    for (const [name, value] of Object.entries(MEMORY_SETTINGS)) {
      expect(text).toContain(`${name}=${value}`)
    }
  },
)
