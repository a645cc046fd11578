import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  ReadBuffer,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'

/** A program of the operator's choice. No user's input reaches any of it. */
export type StdioProgram = { command: string; args: readonly string[] }

type StdioSettings = StdioProgram & {
  /** Becomes HOME and the working directory. */
  scratchDir: string
  /** One message larger than this ends the server. */
  maxBytes: number
}

/** How long a server may take to end by itself once its input is closed. */
const CLOSE_GRACE_MS = 500
const PATH = '/usr/local/bin:/usr/bin:/bin'
/** Of util-linux; `prctl(2)`'s PR_SET_PDEATHSIG lets the kernel end the child when this process is killed. */
const SETPRIV = '/usr/bin/setpriv'

/**
 * Speaks MCP with a child process: fixed argv, no shell, an environment of PATH and HOME alone, a process group of its
 * own that is ended as a whole. Output that is no JSON-RPC is skipped; error output is thrown away, since what a foreign
 * program prints may hold anything.
 */
export const createStdioTransport = (settings: StdioSettings): Transport => {
  const buffer = new ReadBuffer({ maxBufferSize: settings.maxBytes })
  let child: ChildProcess | null = null
  let isClosed = false

  const read = (chunk: Buffer) => {
    try {
      buffer.append(chunk)
    } catch {
      void transport.close()
      return
    }
    for (;;) {
      try {
        const message = buffer.readMessage()
        if (message === null) return
        transport.onmessage?.(message)
      } catch (error) {
        transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  const ended = () => {
    if (isClosed) return
    isClosed = true
    buffer.clear()
    transport.onclose?.()
  }

  const transport: Transport = {
    start: () =>
      new Promise((resolve, reject) => {
        const [command, args] = dyingWithParent(settings)
        child = spawn(command, args, {
          env: { PATH, HOME: settings.scratchDir },
          cwd: settings.scratchDir,
          stdio: ['pipe', 'pipe', 'ignore'],
          shell: false,
          detached: process.platform !== 'win32',
          windowsHide: true,
        })
        child.once('spawn', () => resolve())
        child.once('error', (error) => {
          reject(error)
          ended()
        })
        child.once('close', ended)
        child.stdout?.on('data', read)
        for (const stream of [child.stdin, child.stdout]) {
          stream?.on('error', (error) => transport.onerror?.(error))
        }
      }),
    send: (message: JSONRPCMessage) =>
      new Promise((resolve, reject) => {
        if (isClosed || child?.stdin?.writable !== true) {
          reject(new Error('The server has ended'))
          return
        }
        child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()))
      }),
    close: async () => {
      const running = child
      ended()
      if (running !== null) await end(running)
    },
  }
  return transport
}

const dyingWithParent = ({ command, args }: StdioProgram): [string, string[]] =>
  process.platform === 'linux' && existsSync(SETPRIV) && path.isAbsolute(command)
    ? [SETPRIV, ['--pdeathsig', 'KILL', '--', command, ...args]]
    : [command, [...args]]

/** Closes the input, and kills the whole group when that is not enough. */
const end = async (child: ChildProcess): Promise<void> => {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  if (child.pid === undefined) return
  const exit = new Promise<void>((resolve) => {
    if (hasEnded()) resolve()
    else child.once('exit', () => resolve())
  })
  child.stdin?.end()
  const grace = setTimeout(() => killGroup(child), CLOSE_GRACE_MS)
  await exit
  clearTimeout(grace)
  // Helpers that the server left behind.
  killGroup(child)
  child.stdout?.destroy()
}

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
