import { spawn } from 'node:child_process'
import { onStop } from './stop.mjs'

const PATIENCE_MS = 2_000

const running = new Set()

const signalGroup = (child, signal) => {
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

export const endSteps = (signal = 'SIGTERM') => {
  for (const child of running) signalGroup(child, signal)
}

onStop((signal) => {
  endSteps(signal)
  setTimeout(endSteps, PATIENCE_MS, 'SIGKILL').unref()
})

/** Runs a command in its own process group, which stops with the launcher. Returns the exit code. */
export const runStep = (command, args, { onStart, ...options }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    running.add(child)
    child.once('spawn', () => onStart?.(child.pid))
    child.once('error', reject)
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
