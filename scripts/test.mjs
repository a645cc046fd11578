// `npm test`: install what is missing, find a browser, then every check and every journey. Nothing is left out.
import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { findBrowser } from './browser.mjs'
import { ensureInstalled, fail, projectEnv, root } from './install.mjs'

ensureInstalled()
const browser = findBrowser()
if (browser === undefined) {
  fail(
    process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH=${process.env.CHROMIUM_PATH} is not an executable browser.`
      : 'No Chromium found: install one (for example "apt-get install chromium") or set CHROMIUM_PATH.',
  )
}

const step = (name, ...args) => {
  process.stdout.write(`\n— ${name}\n`)
  const result = spawnSync('npm', ['run', '--silent', name, ...args], {
    cwd: root,
    env: projectEnv({ CHROMIUM_PATH: browser }),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.status !== 0) fail(`${name} failed.`)
}

step('check')
await ensureBuilt()
step('e2e')
