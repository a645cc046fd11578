import { setTimeout as sleep } from 'node:timers/promises'
import { untilAborted } from '#server/lib/until-aborted.ts'
import {
  connectMcp,
  type McpCallResult,
  type McpConnection,
  type McpDeadlines,
  type McpTarget,
} from '#server/clients/mcp/mcp-connection.ts'
import { McpError, toMcpError } from '#server/clients/mcp/mcp-failure.ts'
import {
  compareTools,
  hashTools,
  type ToolChange,
  type ToolDefinition,
} from '#server/clients/mcp/mcp-tools.ts'

/** `ownerId` is set if one user accepted the tools for themselves. */
export type Reviewed = {
  pin: string
  tools: readonly ToolDefinition[]
  ownerId: string | null
}

/** The server's tools differ from the reviewed ones. */
export class ToolsChanged extends Error {
  readonly tools: readonly ToolDefinition[]
  readonly changes: readonly ToolChange[]

  constructor(tools: readonly ToolDefinition[], changes: readonly ToolChange[]) {
    super('the tools of this app changed since they were reviewed')
    this.name = 'ToolsChanged'
    this.tools = tools
    this.changes = changes
  }
}

/** Too many failures in a row; no requests for a while. */
export class CircuitOpenError extends Error {
  constructor(seconds: number) {
    super(`paused after repeated failures; try again in ${seconds} s`)
    this.name = 'CircuitOpenError'
  }
}

/** The connection was closed during the call: the app was uninstalled or is disabled. */
export class ConnectionClosedError extends Error {
  constructor(message = 'the connection was closed') {
    super(message)
    this.name = 'ConnectionClosedError'
  }
}

type Settings = {
  clientName: string
  target: () => Promise<{ target: McpTarget; hasSecret: boolean }>
  now: () => number
  deadlines: McpDeadlines
  onMet?: (connection: McpConnection, latencyMs: number) => void
}

export type AppConnection = ReturnType<typeof createAppConnection>

const MAX_FAILURES = 3
const PAUSE_MS = 30_000
const CANCEL_GRACE_MS = 100
/** Tools are compared again after this time, and when the server announces changes. */
const VERIFIED_FOR_MS = 60_000

/**
 * Creates one user's connection to one app. It connects on demand, offers only reviewed tools and pauses after three
 * failures.
 */
export const createAppConnection = ({ clientName, target, now, deadlines, onMet }: Settings) => {
  let open: { connection: McpConnection; hasSecret: boolean } | null = null
  let connecting: Promise<{ connection: McpConnection; hasSecret: boolean }> | null = null
  let verified: { pin: string; at: number } | null = null
  let verifying: { pin: string; done: Promise<McpConnection> } | null = null
  let failures = 0
  let pausedUntil = 0
  let lastUsed = now()
  let isClosed = false
  const running = new Set<AbortController>()

  const connect = async () => {
    const { target: to, hasSecret } = await target()
    const startedAt = performance.now()
    const connection = await connectMcp(to, { clientName, deadlines })
    if (isClosed) {
      await connection.close()
      throw new McpError('closed')
    }
    verified = null
    open = { connection, hasSecret }
    onMet?.(connection, Math.round(performance.now() - startedAt))
    return open
  }

  const ready = async () => {
    if (open?.connection.isOpen === true) return open
    if (now() < pausedUntil) throw new CircuitOpenError(Math.ceil((pausedUntil - now()) / 1_000))
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  /** Runs one comparison at a time. A difference closes the connection, and all callers get the same error. */
  const verify = (reviewed: Reviewed): Promise<McpConnection> => {
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

  const compare = async (reviewed: Reviewed): Promise<McpConnection> => {
    const { connection, hasSecret } = await ready()
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
        await drop()
        throw new ToolsChanged(tools, changes)
      }
    }
    verified = { pin: reviewed.pin, at: now() }
    return connection
  }

  const drop = async () => {
    const { connection } = open ?? {}
    open = null
    verified = null
    await connection?.close()
  }

  const failed = (error: unknown): unknown => {
    if (error instanceof ToolsChanged || error instanceof CircuitOpenError) return error
    const failure = toMcpError(error)
    if (failure.reason !== 'answer') {
      failures += 1
      if (failures >= MAX_FAILURES) {
        failures = 0
        pausedUntil = now() + PAUSE_MS
      }
    }
    return failure
  }

  return {
    get lastUsed() {
      return lastUsed
    },
    get isBusy() {
      return running.size > 0
    },

    async list(): Promise<{ tools: readonly ToolDefinition[]; connection: McpConnection }> {
      const { connection } = await ready()
      return { tools: await connection.listTools(), connection }
    },

    /** Connects and compares the tools. Throws `McpError`, `ToolsChanged` or `CircuitOpenError`. */
    async verify(reviewed: Reviewed): Promise<McpConnection> {
      lastUsed = now()
      try {
        return await verify(reviewed)
      } catch (error) {
        throw failed(error)
      }
    },

    /** Calls a reviewed tool. Starts a new session once if the server has lost the old one. */
    async call(
      reviewed: Reviewed,
      {
        name,
        args,
        signal,
      }: { name: string; args: Readonly<Record<string, unknown>>; signal: AbortSignal },
    ): Promise<McpCallResult> {
      lastUsed = now()
      const own = new AbortController()
      running.add(own)
      const either = AbortSignal.any([signal, own.signal])
      try {
        for (let attempt = 0; ; attempt += 1) {
          const connection = await untilAborted(verify(reviewed), either)
          try {
            const result = await connection.call(name, args, either)
            failures = 0
            return result
          } catch (error) {
            if (either.aborted) throw error
            if (attempt > 0 || !isForgottenSession(error)) throw error
            await drop()
          }
        }
      } catch (error) {
        if (either.aborted) throw error
        throw failed(error)
      } finally {
        running.delete(own)
        lastUsed = now()
      }
    },

    async close(reason: Error = new ConnectionClosedError()) {
      isClosed = true
      const isBusy = running.size > 0
      for (const controller of running) controller.abort(reason)
      // Cancel the calls before the connection closes, so the server learns about it.
      if (isBusy) await sleep(CANCEL_GRACE_MS)
      await connecting?.catch(() => undefined)
      await drop()
    },
  }
}

/** True if the server rejected our identity, so the call had no effect. */
const isForgottenSession = (error: unknown): boolean =>
  error instanceof McpError &&
  (error.reason === 'not_mcp' ||
    (error.reason === 'answer' && /session/i.test(error.serverText ?? '')))
