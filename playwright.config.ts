import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'e2e',
  // Pictures of the documentation are taken by a command of their own.
  testIgnore: 'pictures/**',
  fullyParallel: false,
  // One more than the cores of a small machine: journeys wait for much of the time.
  workers: 3,
  forbidOnly: true,
  // A second try tells a slow machine from a broken journey; the report names what needed one.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    // Without a GPU, the moving sky and battery take much of a core. Journeys of windows turn motion on.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every try would cost as much as the journeys themselves.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
