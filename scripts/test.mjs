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

const step = async (name, ...args) => {
  process.stdout.write(`\n— ${name}\n`)
  const code = await runStep('npm', ['run', '--silent', name, ...args], {
    cwd: root,
    env: projectEnv({ CHROMIUM_PATH: browser }),
  })
  exitIfStopped()
  if (code !== 0) fail(`${name} failed.`)
}

await step('check')
await ensureBuilt().catch((error) => {
  exitIfStopped()
  fail(error.message)
})
await step('e2e')
