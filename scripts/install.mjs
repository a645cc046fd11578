// Runs before anything is installed: plain JavaScript for any Node of 20 or newer.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { runExclusively } from './lock.mjs'
import { runStep } from './step.mjs'
import { exitIfStopped } from './stop.mjs'

export const root = path.resolve(import.meta.dirname, '..')

const MIN_NODE = 20
const PROJECT_NODE = 24

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
    // The root, and links to folders of the repository, have no version.
    if (!place.startsWith('node_modules/') || entry.version === undefined) return true
    const found = present[place]
    if (!found) return entry.optional === true || entry.peer === true
    const isSame = found.version === entry.version && found.integrity === entry.integrity
    return isSame && existsSync(path.join(root, place, 'package.json'))
  })
}

const binFolder = path.join(root, 'node_modules', '.bin')
const TOOLS = ['knip', 'oxfmt', 'oxlint', 'playwright', 'tsc', 'vite', 'vitest']
const linkedNode = path.join(binFolder, 'node')

/**
 * Links the Node of this platform's package where npm scripts look for it. npm does so itself, but npm 10 takes the
 * link away again when it drops the packages of the other platforms.
 */
export const linkNode = () => {
  if (existsSync(linkedNode)) return
  const packaged = ['node', 'node-bin']
    .map((name) => `${name}-${process.platform}-${process.arch}`)
    .find((name) => existsSync(path.join(root, 'node_modules', name, 'bin', 'node')))
  if (packaged === undefined) return
  rmSync(linkedNode, { force: true })
  mkdirSync(binFolder, { recursive: true })
  symlinkSync(path.join('..', packaged, 'bin', 'node'), linkedNode)
}

const majorOfMachine = Number(process.versions.node.split('.')[0])

/** The project's own Node, which the lockfile pins; the machine's where it is new enough. */
export const projectNode = () => {
  if (existsSync(linkedNode)) return linkedNode
  if (majorOfMachine >= PROJECT_NODE) return process.execPath
  return fail(
    `No Node ${PROJECT_NODE} for ${process.platform}-${process.arch} came with the install; install Node ${PROJECT_NODE} or newer and try again.`,
  )
}

export const projectEnv = (extra = {}) => ({
  NODE_COMPILE_CACHE: path.join(root, '.cache', 'node'),
  ...process.env,
  PATH: `${binFolder}${path.delimiter}${process.env.PATH ?? ''}`,
  ...extra,
})

export const runPreparation = (work) =>
  runExclusively(path.join(root, '.cache', 'preparing'), work).catch((error) => {
    if (!/^(EACCES|EPERM|EROFS|ENOSPC)$/.test(error.code)) throw error
    fail(`Installing or building needs to write below ${root}, which fails: ${error.message}`)
  })

const runNpm = (args, onStart) => {
  const script = process.env.npm_execpath
  const isScript = script !== undefined && /\.[cm]?js$/.test(script)
  return runStep(isScript ? process.execPath : 'npm', isScript ? [script, ...args] : args, {
    cwd: root,
    onStart,
  })
}

const install = async (onStart) => {
  if (isInstalled()) return
  process.stdout.write('Installing packages …\n')
  // The browser side is built here, also where NODE_ENV says production.
  const flags = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await runNpm(['ci', ...flags], onStart)
  exitIfStopped()
  if (code !== 0) {
    fail('npm ci failed; see the lines above. The package registry must be reachable once.')
  }
}

const linkTools = async (onStart) => {
  const code = await runNpm(['rebuild', '--ignore-scripts', '--loglevel=error'], onStart)
  exitIfStopped()
  if (code !== 0) fail('npm rebuild failed; see the lines above.')
  linkNode()
}

/** Installs the lockfile's packages when they are not there. Install scripts are not needed and not run. */
export const ensureInstalled = async () => {
  if (majorOfMachine < MIN_NODE) {
    fail(`Node ${process.versions.node} is too old: Node ${MIN_NODE} or newer is needed.`)
  }
  if (!isInstalled()) await runPreparation(install)
  linkNode()
  if (!TOOLS.every((tool) => existsSync(path.join(binFolder, tool))))
    await runPreparation(linkTools)
}
