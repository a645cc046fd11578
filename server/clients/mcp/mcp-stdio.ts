import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  ReadBuffer,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import { getErrorCode, toError } from '#contract/error-message.ts'

/** A program that the operator configured. It gets no user input. */
export type StdioProgram = { command: string; args: readonly string[] }

type StdioSettings = StdioProgram & { maxBytes: number }

const CLOSE_GRACE_MS = 500
const PATH = '/usr/local/bin:/usr/bin:/bin'
/** From util-linux. PR_SET_PDEATHSIG of `prctl(2)` lets the kernel end the child if this process is killed. */
const SETPRIV = '/usr/bin/setpriv'

/**
 * Connects to a child process: fixed argv, no shell, only PATH and HOME in the environment, and its own process
 * group, which is killed as a whole. Its home is a temporary folder, removed when it ends. Skips output that isn't
 * JSON-RPC and discards stderr, which is untrusted.
 */
export const createStdioTransport = (settings: StdioSettings): Transport => {
  const buffer = new ReadBuffer({ maxBufferSize: settings.maxBytes })
  let child: ChildProcess | null = null
  let isClosed = false
  let home: string | null = null

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
        transport.onerror?.(toError(error))
      }
    }
  }

  const ended = () => {
    if (isClosed) return
    isClosed = true
    buffer.clear()
    transport.onclose?.()
  }

  const removeHome = async () => {
    if (home !== null) await removeFolder(home, (error) => transport.onerror?.(error))
  }

  const transport: Transport = {
    start: async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'app-server-'))
      home = folder
      if (isClosed) {
        await removeHome()
        throw new Error('The connection was closed')
      }
      await new Promise<void>((resolve, reject) => {
        child = spawnIn(folder, settings)
        child.once('spawn', () => resolve())
        child.once('error', (error) => {
          reject(error)
          ended()
        })
        child.once('close', () => {
          ended()
          void removeHome()
        })
        child.stdout?.on('data', read)
        for (const stream of [child.stdin, child.stdout]) {
          stream?.on('error', (error) => transport.onerror?.(error))
        }
      })
    },
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
      await removeHome()
    },
  }
  return transport
}

const spawnIn = (folder: string, program: StdioProgram): ChildProcess => {
  const [command, args] = findDeathPrefix(program)
  return spawn(command, args, {
    env: { PATH, HOME: folder },
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
    shell: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
}

const removeFolder = async (folder: string, onError: (error: Error) => void): Promise<void> => {
  try {
    // A killed process may still write for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    onError(toError(error))
  }
}

const findDeathPrefix = ({ command, args }: StdioProgram): [string, string[]] =>
  process.platform === 'linux' && existsSync(SETPRIV) && path.isAbsolute(command)
    ? [SETPRIV, ['--pdeathsig', 'KILL', '--', command, ...args]]
    : [command, [...args]]

/** Closes the input, then kills the whole group if the server doesn't exit. */
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
  killGroup(child)
  child.stdout?.destroy()
}

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error
  }
}
