import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { MortalOrder, MortalSettings } from './mortal-app.ts'

export type MortalProcess = {
  /** `http://127.0.0.1:port` */
  url: string
  isAlive(): boolean
  /** The answer to an order; null when the process died over it. */
  tell(order: MortalOrder): Promise<unknown>
  /** SIGKILL, and until it is gone. */
  kill(): Promise<void>
  /** Resolves when it is gone. */
  gone: Promise<void>
}

/** Starts a server process that can be killed at any step. */
export async function startMortal(settings: MortalSettings): Promise<MortalProcess> {
  const script = fileURLToPath(new URL('./mortal-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => undefined)
  const gone = once(child, 'exit').then(() => undefined)
  const waiting: ((line: string | null) => void)[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => waiting.shift()?.(line))
  child.once('exit', () => {
    for (const resolve of waiting.splice(0)) resolve(null)
  })
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const nextLine = () =>
    new Promise<unknown>((resolve) => {
      if (!isAlive()) resolve(null)
      else waiting.push((line) => resolve(line === null ? null : JSON.parse(line)))
    })
  const url = await nextLine()
  if (typeof url !== 'string') throw new Error('the server did not start')
  return {
    url,
    isAlive,
    async tell(order) {
      const answer = nextLine()
      child.stdin.write(`${JSON.stringify(order)}\n`)
      return answer
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    gone,
  }
}
