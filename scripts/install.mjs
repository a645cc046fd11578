// Runs before anything is installed: plain JavaScript for any Node of 20 or newer.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** Prints one line and ends the process with status 1. */
export const fail = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * True when node_modules holds what the lockfile names. npm writes its own account of the tree as the last step of an
 * install, so an interrupted one is seen; packages of another platform are absent there by right.
 */
const isInstalled = () => {
  const wanted = readJson(path.join(root, 'package-lock.json'))?.packages
  const present = readJson(path.join(root, 'node_modules', '.package-lock.json'))?.packages
  if (!wanted) fail('package-lock.json is missing or unreadable; restore it with git.')
  if (!present) return false
  return Object.entries(wanted).every(([place, entry]) => {
    if (!place.startsWith('node_modules/')) return true
    const found = present[place]
    if (!found) return entry.optional === true || entry.peer === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** The project's own Node, which the lockfile pins; the machine's where it is new enough. */
export const projectNode = () => {
  const own = path.join(root, 'node_modules', '.bin', 'node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `No Node 24 for ${process.platform}-${process.arch} came with the install; install Node 24 or newer and try again.`,
  )
}

/** Environment for child processes: the project's tools, and so its Node, come first. */
export const projectEnv = (extra = {}) => ({
  ...process.env,
  PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  ...extra,
})

const runNpm = (args) => {
  const script = process.env.npm_execpath
  const viaNode = script && /\.[cm]?js$/.test(script)
  return spawnSync(viaNode ? process.execPath : 'npm', viaNode ? [script, ...args] : args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** Installs the lockfile's packages when they are not there. Install scripts are not needed and not run. */
export const ensureInstalled = () => {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(`Node ${process.versions.node} is too old: Node 20 or newer is needed.`)
  }
  if (isInstalled()) return
  process.stdout.write('Installing packages …\n')
  const result = runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (result.status !== 0) {
    fail('npm ci failed; see the lines above. The package registry must be reachable once.')
  }
}
