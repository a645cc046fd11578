import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { connectMcp, type McpTarget } from '#server/clients/mcp/mcp-connection.ts'
import { McpError } from '#server/clients/mcp/mcp-failure.ts'
import { hashTools } from '#server/clients/mcp/mcp-tools.ts'
import { holdPort } from '#server/boot/free-port.ts'
import { httpBridge } from './http-bridge.ts'

const require = createRequire(import.meta.url)
const EVERYTHING = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')
const MEMORY = require.resolve('@modelcontextprotocol/server-memory/dist/index.js')
const FILESYSTEM = require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
const DEADLINES = { connectMs: 30_000, callMs: 20_000 }

const scratch = mkdtempSync(path.join(tmpdir(), 'soldesk-mcp-'))
/** Opened by a test, ended with the file. */
const opened: { close: () => Promise<void> }[] = []

beforeAll(() => writeFileSync(path.join(scratch, 'note.txt'), 'kept in a file'))
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()))
  rmSync(scratch, { recursive: true, force: true })
})

const http = (url: string): McpTarget => ({
  kind: 'http',
  url,
  headers: {},
  fetch: createGuardedFetch({ allow: [new URL(url).host] }),
})

/** Speaks streamable HTTP by itself. */
const everythingOverHttp = async (): Promise<McpTarget> => {
  // It takes no port 0. Another program may take the port before it does.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { port, release } = await holdPort('127.0.0.1', 0)
    release()
    if (await listensOn(port)) return http(`http://127.0.0.1:${port}/mcp`)
  }
  throw new Error('server-everything does not listen')
}

/** Starts server-everything. False if it ends before it listens. */
const listensOn = (port: number): Promise<boolean> => {
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  opened.push({
    close: async () => {
      child.kill('SIGKILL')
    },
  })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
    if (said.includes(`listening on port ${port}`)) resolve(true)
  })
  child.once('close', () => resolve(false))
  return promise
}

/** The others speak over their own input and output alone. */
const bridged = async (...args: string[]): Promise<McpTarget> => {
  const bridge = await httpBridge(args, scratch)
  opened.push(bridge)
  return http(bridge.url)
}

const stdio = async (script: string, ...args: string[]): Promise<McpTarget> => ({
  kind: 'stdio',
  command: process.execPath,
  args: [script, ...args],
})

const SERVERS: [string, string[], string, Record<string, unknown>, RegExp][] = [
  ['server-everything', [EVERYTHING, 'stdio'], 'echo', { message: 'hi' }, /hi/],
  ['server-memory', [MEMORY], 'read_graph', {}, /entities/],
  [
    'server-filesystem',
    [FILESYSTEM, scratch],
    'read_text_file',
    { path: path.join(scratch, 'note.txt') },
    /kept in a file/,
  ],
]

describe.each(SERVERS)('%s', (name, [script = '', ...args], tool, given, expected) => {
  it.each([
    ['stdio', () => stdio(script, ...args)],
    [
      'HTTP',
      () => (name === 'server-everything' ? everythingOverHttp() : bridged(script, ...args)),
    ],
  ])(
    'is met, listed and called over %s, and says what went wrong',
    async (_, target) => {
      const connection = await connectMcp(await target(), {
        clientName: 'SolDesk',
        deadlines: DEADLINES,
      })
      const { signal } = new AbortController()
      try {
        expect(connection.protocol).toMatch(/^20\d\d-\d\d-\d\d$/)
        const tools = await connection.listTools()
        expect(tools.map((each) => each.name)).toContain(tool)
        expect(hashTools(await connection.listTools())).toBe(hashTools(tools))
        const result = await connection.call(tool, given, signal)
        expect(JSON.stringify(result.content)).toMatch(expected)
        const wrong = await connection.call('no_such_tool', {}, signal).then(
          ({ isError }) => isError,
          (error: unknown) => error instanceof McpError && error.reason === 'answer',
        )
        expect(wrong).toBe(true)
      } finally {
        await connection.close()
      }
    },
    60_000,
  )
})
