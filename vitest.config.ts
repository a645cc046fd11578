import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** An aborted call whose mocked connection ends at that moment: undici asserts that it cannot, the mock lets it. */
const isOfMockedSocket = ({ name, stack = '' }: { name?: string; stack?: string }) =>
  name === 'AssertionError' && /deps\/undici.*@mswjs\/interceptors/s.test(stack)

const webTests = globSync('tests/src/**/*.test.{ts,tsx}', { cwd: import.meta.dirname })
/**
 * The frames of jsdom, once begun in a fake `setInterval`, never come again. A mocked module would be mocked for the next
 * file too.
 */
const NEEDS_OWN_PAGE =
  /useFakeTimers\((?!\{ toFake: \[('(Date|setTimeout|clearTimeout)'(, )?)+\])|vi\.mock\(/
const needsOwnPage = (file: string) =>
  NEEDS_OWN_PAGE.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))

/** A busy machine is slow, not wrong. */
const POLL = { poll: { timeout: 15_000 } }

const web = (
  name: string,
  include: string[],
  isolate: boolean,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    environment: 'jsdom',
    isolate,
    include,
    setupFiles: ['tests/setup.ts'],
    testTimeout: 20_000,
    expect: POLL,
  },
})

export default defineConfig({
  plugins: [react()],
  test: {
    // Two more than the cores of a small machine: tests wait for databases and processes for much of the time.
    maxWorkers: 4,
    onUnhandledError: (error) => !isOfMockedSocket(error),
    projects: [
      // A page for each worker and not for each file costs a third; setup.ts puts back what a test leaves on it.
      web(
        'web',
        webTests.filter((file) => !needsOwnPage(file)),
        false,
      ),
      web('web-alone', webTests.filter(needsOwnPage), true),
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Each file would otherwise load the server once more.
          isolate: false,
          include: [
            'tests/*.test.ts',
            'tests/{contract,deploy,engine,faults,localnet,scripts,security,server,solana}/**/*.test.ts',
          ],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: POLL,
        },
      },
    ],
  },
})
