import { expect, it } from 'vitest'
import { getAppPath } from '#src/platform/apps/app-path.ts'

it.each([
  ['/wallet-finder', '/wallet-finder'],
  ['/wallet-finder/', '/wallet-finder'],
  ['wallet-finder', '/wallet-finder'],
  ['/wallet-finder?report=1#top', '/wallet-finder'],
  ['/app/42', '/app/42'],
  ['/', '/'],
  ['', '/'],
  ['/?x=1', '/'],
])('takes %s for the app at %s', (path, app) => {
  expect(getAppPath(path)).toBe(app)
})
