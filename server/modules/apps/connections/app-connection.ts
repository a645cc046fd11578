import { setTimeout as sleep } from 'node:timers/promises'
import { untilAborted } from '#server/lib/async/until-aborted.ts'
import {
  connectMcp,
  type McpCallResult,
  type McpConnection,
  type McpDeadlines,
  type McpTarget,
} from '#server/clients/mcp/mcp-connection.ts'
import { McpError, toMcpError } from '#server/clients/mcp/mcp-failure.ts'
import { compareTools, hashTools, type ToolDefinition } from '#server/clients/mcp/mcp-tools.ts'
import { MINUTE_MS } from '#server/lib/durations.ts'
import { CircuitOpenError, ConnectionClosedError, ToolsChanged } from './connection-errors.ts'

/** `ownerId` is set if one user accepted the tools for themselves. */
export type Reviewed = {
  pin: string
  tools: readonly ToolDefinition[]
  ownerId: string | null
}

type Settings = {
  clientName: string
  target: () => Promise<{ target: McpTarget; hasSecret: boolean }>
  now: () => number
  deadlines: McpDeadlines
  onConnect?: (connection: McpConnection, latencyMs: number) => void
}

type ToolCall = { name: string; args: Readonly<Record<string, unknown>>; signal: AbortSignal }

export type AppConnection = ReturnType<typeof createAppConnection>

const MAX_FAILURES = 3
const PAUSE_MS = 30_000
const CANCEL_GRACE_MS = 100
/** Tools are compared again after this time, and when the server announces changes. */
const VERIFIED_FOR_MS = MINUTE_MS

/** Creates one user's connection to one app: on demand, reviewed tools only, a pause after three failures. */
export const createAppConnection = (settings: Settings) => {
  const { now } = settings
  const breaker = createBreaker(now)
  const link = createLink(settings, breaker)
  const verify = createVerifier(link, now)
  const running = new Set<AbortController>()
  let lastUsed = now()

  return {
    get lastUsed() {
      return lastUsed
    },
    get isBusy() {
      return running.size > 0
    },

    async list(): Promise<{ tools: readonly ToolDefinition[]; connection: McpConnection }> {
      const { connection } = await link.ready()
      return { tools: await connection.listTools(), connection }
    },

    /** Connects and compares the tools. Throws `McpError`, `ToolsChanged` or `CircuitOpenError`. */
    async verify(reviewed: Reviewed): Promise<McpConnection> {
      lastUsed = now()
      try {
        return await verify(reviewed)
      } catch (error) {
        throw breaker.fail(error)
      }
    },

    /** Calls a reviewed tool. Starts a new session once if the server has lost the old one. */
    async call(reviewed: Reviewed, { name, args, signal }: ToolCall): Promise<McpCallResult> {
      lastUsed = now()
      const own = new AbortController()
      running.add(own)
      const either = AbortSignal.any([signal, own.signal])
      try {
        for (let attempt = 0; ; attempt += 1) {
          const connection = await untilAborted(verify(reviewed), either)
          try {
            const result = await connection.call(name, args, either)
            breaker.succeed()
            return result
          } catch (error) {
            if (either.aborted || attempt > 0 || !isForgottenSession(error)) throw error
            await link.drop()
          }
        }
      } catch (error) {
        throw either.aborted ? error : breaker.fail(error)
      } finally {
        running.delete(own)
        lastUsed = now()
      }
    },

    async close(reason: Error = new ConnectionClosedError()) {
      const isBusy = running.size > 0
      for (const controller of running) controller.abort(reason)
      await link.close(async () => {
        // Cancel the calls before the connection closes, so the server learns about it.
        if (isBusy) await sleep(CANCEL_GRACE_MS)
      })
    },
  }
}

type Breaker = ReturnType<typeof createBreaker>

/** Allows no connection for a while after too many failures in a row. */
function createBreaker(now: () => number) {
  let failures = 0
  let pausedUntil = 0
  return {
    assertClosed(): void {
      if (now() < pausedUntil) throw new CircuitOpenError(Math.ceil((pausedUntil - now()) / 1_000))
    },
    succeed(): void {
      failures = 0
    },
    /** Counts a failure of the server and returns the error to throw. Errors that are answers do not count. */
    fail(error: unknown): unknown {
      if (error instanceof ToolsChanged || error instanceof CircuitOpenError) return error
      const failure = toMcpError(error)
      if (failure.reason === 'answer') return failure
      failures += 1
      if (failures >= MAX_FAILURES) {
        failures = 0
        pausedUntil = now() + PAUSE_MS
      }
      return failure
    },
  }
}

type Open = {
  connection: McpConnection
  hasSecret: boolean
  /** Pin and time of the last comparison on this connection; null before it. */
  verified: { pin: string; at: number } | null
}

type Link = ReturnType<typeof createLink>

/** Keeps one open connection, and opens it again on demand. Callers at the same time share one connect. */
function createLink({ clientName, target, deadlines, onConnect }: Settings, breaker: Breaker) {
  let open: Open | null = null
  let connecting: Promise<Open> | null = null
  let isClosed = false

  const connect = async (): Promise<Open> => {
    const { target: to, hasSecret } = await target()
    const startedAt = performance.now()
    const connection = await connectMcp(to, { clientName, deadlines })
    if (isClosed) {
      await connection.close()
      throw new McpError('closed')
    }
    open = { connection, hasSecret, verified: null }
    onConnect?.(connection, performance.now() - startedAt)
    return open
  }

  const drop = async (): Promise<void> => {
    const dropped = open
    open = null
    await dropped?.connection.close()
  }

  return {
    async ready(): Promise<Open> {
      if (open?.connection.isOpen === true) return open
      breaker.assertClosed()
      connecting ??= connect().finally(() => {
        connecting = null
      })
      return connecting
    },

    drop,

    async close(beforeDrop: () => Promise<void>): Promise<void> {
      isClosed = true
      await beforeDrop()
      await connecting?.catch(() => undefined)
      await drop()
    },
  }
}

/** Compares the server's tools with the reviewed ones, once at a time. All callers get the same error. */
function createVerifier(link: Link, now: () => number) {
  let verifying: { pin: string; done: Promise<McpConnection> } | null = null

  const compare = async (reviewed: Reviewed): Promise<McpConnection> => {
    const open = await link.ready()
    const { connection, hasSecret, verified } = open
    const isFresh =
      verified?.pin === reviewed.pin &&
      now() - verified.at < VERIFIED_FOR_MS &&
      !connection.isListStale
    if (isFresh) return connection
    const tools = await connection.listTools()
    if (hashTools(tools) !== reviewed.pin) {
      const changes = compareTools(reviewed.tools, tools)
      // A key may add or hide tools for its user. A tool with a changed meaning concerns all users.
      const isSameForKey =
        hasSecret &&
        reviewed.ownerId === null &&
        changes.every(({ change }) => change !== 'changed')
      if (!isSameForKey) {
        await link.drop()
        throw new ToolsChanged(tools, changes)
      }
    }
    open.verified = { pin: reviewed.pin, at: now() }
    return connection
  }

  return (reviewed: Reviewed): Promise<McpConnection> => {
    if (verifying?.pin !== reviewed.pin) {
      const started = { pin: reviewed.pin, done: compare(reviewed) }
      verifying = started
      const end = () => {
        if (verifying === started) verifying = null
      }
      started.done.then(end, end)
    }
    return verifying.done
  }
}

/** Returns true if the server rejected our identity, so the call had no effect. */
const isForgottenSession = (error: unknown): boolean =>
  error instanceof McpError &&
  (error.reason === 'not_mcp' ||
    (error.reason === 'answer' && /session/i.test(error.serverText ?? '')))
