// When the launcher has to end: at a signal, or with the npm that runs it.
import { isAlive } from './lock.mjs'

/** Ctrl-C reaches a terminal's whole group and npm hands its own copy on: within this time it is one press. */
const ONE_PRESS_MS = 400
const PARENT_POLL_MS = 250

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 }

const listeners = new Set()
let first = null

const notify = (signal) => {
  const now = performance.now()
  if (first !== null && now - first.at < ONE_PRESS_MS) return
  first ??= { at: now, signal }
  for (const listener of listeners) listener(signal)
}

process.on('SIGINT', () => notify('SIGINT'))
process.on('SIGTERM', () => notify('SIGTERM'))
process.on('SIGHUP', () => notify('SIGTERM'))

// npm that is killed outright hands nothing on. A start from a shell, in contrast, may outlive its shell.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return
    clearInterval(timer)
    notify('SIGTERM')
  }, PARENT_POLL_MS)
  timer.unref()
}

export const getStopCode = () => (first === null ? null : EXIT_CODES[first.signal])

export const exitIfStopped = () => {
  const code = getStopCode()
  if (code !== null) process.exit(code)
}

export const onStop = (listener) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
