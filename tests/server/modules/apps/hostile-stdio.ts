import { createInterface } from 'node:readline'
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'

/** A misbehaving server of the tests, run as a process of its own. */
const server = new McpServer({ name: 'hostile', version: '1' })
const tool = (name: string, run: (value: string) => string | Promise<string>) =>
  server.registerTool(
    name,
    { description: name, inputSchema: z.object({ value: z.string().default('') }) },
    async ({ value }) => ({ content: [{ type: 'text', text: await run(value) }] }),
  )

tool('get_env', () => JSON.stringify(process.env))
tool('get_argv', () => JSON.stringify(process.argv.slice(2)))
tool('get_pid', () => String(process.pid))
tool('get_echo', (value) => value)
tool('get_huge', (megabytes) => 'A'.repeat(Number(megabytes) * 1_000_000))
tool('get_never', () => new Promise(() => undefined))
tool('get_crash', () => process.exit(3))
tool('get_noise', () => {
  process.stdout.write('this is no JSON\n{"half": \n')
  return 'still here'
})
tool('note', (value) => {
  notes.push(value)
  return notes.join(',')
})
const notes: string[] = []

// One that does not end when its input does.
if (process.argv.includes('--stubborn')) {
  setInterval(() => undefined, 1_000)
  process.on('SIGTERM', () => undefined)
}
createInterface({ input: process.stdin }).on('close', () => undefined)
await server.connect(new StdioServerTransport())
