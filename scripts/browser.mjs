import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findOnPath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
    .find(isExecutable)

const findOfPlaywright = () => {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : undefined
}

const runApt = (...args) =>
  spawnSync('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status === 0

const installWithApt = () => {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  process.stdout.write('Installing Chromium with apt-get …\n')
  const install = () => runApt('install', '-y', '--no-install-recommends', 'chromium')
  if (!install() && runApt('update')) install()
  return findOnPath()
}

/** Returns the path of a Chromium to test with; undefined when there is none and none can be installed. */
export const findBrowser = () => {
  const named = process.env.CHROMIUM_PATH
  if (named) return isExecutable(named) ? named : undefined
  return findOnPath() ?? findOfPlaywright() ?? installWithApt()
}
