// `npm start` and `npm run dev`: install what is missing, build what is stale, run the server until it is told to stop.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, projectEnv, projectNode, root } from './install.mjs'

const STOP_GRACE_MS = 9_000

const args = process.argv.slice(2)
const isDev = args.includes('--dev')

ensureInstalled()
if (!isDev && !args.includes('worker')) await ensureBuilt()

const children = []
const run = (parameters, env = {}) => {
  const child = spawn(projectNode(), parameters, {
    cwd: root,
    env: projectEnv(env),
    // The channel tells the server when this process has died without a word.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  return child
}

const main = path.join(root, 'server', 'main.ts')
const flags = args.filter((argument) => argument !== '--dev')
const server = isDev
  ? run(['--watch', '--watch-preserve-output', main, ...flags], { SOLDESK_DEV: '1' })
  : run([main, ...flags])
if (isDev) run([path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')])

let stopping = false
const stop = (signal) => {
  if (stopping) return
  stopping = true
  for (const child of children) child.kill(signal)
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL')
    process.exit(1)
  }, STOP_GRACE_MS).unref()
}
process.on('SIGINT', () => stop('SIGINT'))
process.on('SIGTERM', () => stop('SIGTERM'))
process.on('SIGHUP', () => stop('SIGTERM'))

server.on('exit', (code, signal) => {
  stopping = true
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
})
