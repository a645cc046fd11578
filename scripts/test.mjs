// `npm test`: install what is missing, find a browser, then every check and every journey. Nothing is left out.
import { findBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, fail, projectEnv, root } from './install.mjs'
import { runStep } from './step.mjs'
import { exitIfStopped } from './stop.mjs'

await ensureInstalled()
const browser = findBrowser()
if (browser === undefined) {
  fail(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH=${process.env.CHROMIUM_PATH} is not an executable browser.`
      : 'No Chromium found: install one (for example "apt-get install chromium") or set CHROMIUM_PATH.',
  )
}

const runSteps = async (...names) => {
  process.stdout.write(`\n— ${names.join(', ')}\n`)
  const codes = await Promise.all(
    names.map((name) =>
      runStep('npm', ['run', '--silent', name], {
        cwd: root,
        env: projectEnv({ CHROMIUM_PATH: browser }),
      }),
    ),
  )
  exitIfStopped()
  const failed = names.filter((_, index) => codes[index] !== 0)
  if (failed.length > 0) fail(`${failed.join(', ')} failed.`)
}

// Each of these leaves a core idle for much of its time; the tests below do not.
await Promise.all([
  runSteps('format:check', 'lint', 'types', 'dead-code'),
  ensureBuilt().catch((error) => {
    exitIfStopped()
    fail(error.message)
  }),
])
await runSteps('unit')
await runSteps('e2e')
