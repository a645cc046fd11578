import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { network } from '#tests/mocks/server.ts'

beforeAll(() => {
  network.listen({ onUnhandledFrame: 'error' })
})

let consoleErrors: unknown[][] = []

beforeEach(() => {
  consoleErrors = []
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    consoleErrors.push(said)
  })
})

afterEach(async () => {
  network.resetHandlers()
  if (typeof document !== 'undefined') {
    const { cleanup } = await import('@testing-library/react')
    cleanup()
    window.localStorage.clear()
    window.sessionStorage.clear()
  }
  const said = takeConsoleErrors()
  vi.restoreAllMocks()
  expect(said, 'console.error was called').toEqual([])
})

afterAll(() => {
  network.close()
})

/** What console.error said so far in this test; a test that expects something takes it, else it fails the test. */
export const takeConsoleErrors = (): unknown[][] => {
  const said = consoleErrors
  consoleErrors = []
  return said
}
