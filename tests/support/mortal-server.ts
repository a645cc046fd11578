import { enableCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import type { MortalOrder, MortalSettings } from './mortal-app.ts'

// A server process that takes orders from its standard input, a line of JSON each, and answers each with one.
enableCompileCache()
const { openMortalApp } = await import('./mortal-app.ts')

const app = await openMortalApp(JSON.parse(process.argv[2] ?? '{}') as MortalSettings, {
  die: () => process.kill(process.pid, 'SIGKILL'),
})
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
const orders = createInterface({ input: process.stdin })
orders.on('line', (line) => {
  void app
    .obey(JSON.parse(line) as MortalOrder)
    .then(say, (error: unknown) => say({ error: String(error) }))
})
// Its parent process is gone.
orders.on('close', () => process.exit(0))
say(app.url)
