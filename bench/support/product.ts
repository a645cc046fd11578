import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const MAIN = path.resolve(import.meta.dirname, '../../server/main.ts')
const SECRET = 'a-secret-of-the-bench-of-forty-letters'

/** Starts the whole product without its site, as a process of its own. */
export async function startProduct(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [MAIN, '--api-only'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', JWT_SECRET: SECRET, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += String(chunk)))
  for (let waited = 0; !output.includes('Press Ctrl-C'); waited += 100) {
    if (child.exitCode !== null || waited > 60_000) throw new Error(`no server:\n${output}`)
    await sleep(100)
  }
  const port = Number(/open +http:\/\/[^:]+:(\d+)/.exec(output)?.[1])
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { port, pid: child.pid ?? 0, stop }
}
