import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '#server/clients/guarded-fetch.ts'
import { connectMcp, type McpTarget } from '#server/clients/mcp-connection.ts'
import { choosePort } from '#server/free-port.ts'

const require = createRequire(import.meta.url)
const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')
const MEMORY = require.resolve('@modelcontextprotocol/server-memory/dist/index.js')
const FILESYSTEM = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
const DEADLINES = { connectMs: 30_000, callMs: 20_000 }

const scratch = mkdtempSync(path.join(tmpdir(), 'soldesk-mcp-'))
let stop: () => void = () => undefined
let everythingUrl = ''
let port = 0

beforeAll(async () => {
  writeFileSync(path.join(scratch, 'note.txt'), 'kept in a file')
  port = await choosePort('127.0.0.1', 0)
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port) },
    stdio: 'ignore',
  })
  stop = () => child.kill('SIGKILL')
  everythingUrl = `http://127.0.0.1:${port}/mcp`
  for (let tries = 0; tries < 500; tries += 1) {
    if (
      await fetch(everythingUrl).then(
        () => true,
        () => false,
      )
    )
      return
    await sleep(40)
  }
  throw new Error('server-everything does not listen')
}, 60_000)
afterAll(() => {
  stop()
  rmSync(scratch, { recursive: true, force: true })
})

const stdio = (script: string, ...args: string[]): McpTarget => ({
  kind: 'stdio',
  command: process.execPath,
  args: [script, ...args],
  scratchDir: scratch,
})

describe('a public server', () => {
  it.each<[string, () => McpTarget, string, Record<string, unknown>, RegExp]>([
    [
      'server-everything over stdio',
      () => stdio(EVERYTHING, 'stdio'),
      'echo',
      { message: 'hi' },
      /hi/,
    ],
    [
      'server-everything over HTTP',
      () => ({
        kind: 'http',
        url: everythingUrl,
        headers: {},
        fetch: createGuardedFetch({ allow: [`127.0.0.1:${port}`] }),
      }),
      'echo',
      { message: 'hi' },
      /hi/,
    ],
    ['server-memory over stdio', () => stdio(MEMORY), 'read_graph', {}, /entities/],
    [
      'server-filesystem over stdio',
      () => stdio(FILESYSTEM, scratch),
      'read_text_file',
      { path: path.join(scratch, 'note.txt') },
      /kept in a file/,
    ],
  ])('%s is met, listed and called', async (_, target, tool, args, expected) => {
    const connection = await connectMcp(target(), { clientName: 'SolDesk', deadlines: DEADLINES })
    try {
      expect(connection.protocol).toMatch(/^20\d\d-\d\d-\d\d$/)
      const tools = await connection.listTools()
      expect(tools.map(({ name }) => name)).toContain(tool)
      const result = await connection.call(tool, args, new AbortController().signal)
      expect(JSON.stringify(result.content)).toMatch(expected)
    } finally {
      await connection.close()
    }
  })
})
