import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Takes the pictures of the documentation: `npm run pictures`. */
export default defineConfig({
  ...journeys,
  testDir: 'e2e/pictures',
  testIgnore: [],
  workers: 1,
  retries: 0,
})
