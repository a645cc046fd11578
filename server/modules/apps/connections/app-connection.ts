import { setTimeout as sleep } from 'node:timers/promises'
import {
  connectMcp,
  type McpCallResult,
  type McpConnection,
  type McpDeadlines,
  type McpTarget,
} from '#server/clients/mcp/mcp-connection.ts'
import { McpError, mcpErrorOf } from '#server/clients/mcp/mcp-failure.ts'
import {
  compareTools,
  hashTools,
  type ToolChange,
  type ToolDefinition,
} from '#server/clients/mcp/mcp-tools.ts'

/** What was reviewed, and what a connection must therefore offer. */
export type Reviewed = { pin: string; tools: readonly ToolDefinition[] }

/** The server offers other tools than those reviewed. */
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

/** Too many failures in a row: nothing is asked for a while. */
export class Paused extends Error {
  constructor(seconds: number) {
    super(`paused after repeated failures; try again in ${seconds} s`)
    this.name = 'Paused'
  }
}

/** The line was closed under the call: the app was uninstalled, or is no longer to be used. */
export class Ended extends Error {
  constructor(message = 'the connection was closed') {
    super(message)
    this.name = 'Ended'
  }
}

type Settings = {
  clientName: string
  /** Asked anew for every connection. */
  target: () => Promise<{ target: McpTarget; hasSecret: boolean }>
  now: () => number
  deadlines: McpDeadlines
  onMet?: (connection: McpConnection, latencyMs: number) => void
}

export type AppConnection = ReturnType<typeof createAppConnection>

const MAX_FAILURES = 3
const PAUSE_MS = 30_000
const CANCEL_GRACE_MS = 100
/** Tools are compared again after this, and whenever the server says that they changed. */
const VERIFIED_FOR_MS = 60_000

/** One user's line to one app: connects when needed, keeps to the reviewed tools, rests after three failures. */
export const createAppConnection = ({ clientName, target, now, deadlines, onMet }: Settings) => {
  let open: { connection: McpConnection; hasSecret: boolean } | null = null
  let opening: Promise<{ connection: McpConnection; hasSecret: boolean }> | null = null
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
    if (now() < pausedUntil) throw new Paused(Math.ceil((pausedUntil - now()) / 1_000))
    opening ??= connect().finally(() => {
      opening = null
    })
    return opening
  }

  /** One comparison at a time: whoever finds a change closes the connection, and all are told the same. */
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
      // What a key opens or closes is the user's matter; a tool that means something else is everybody's.
      const isSameForKey = hasSecret && changes.every(({ change }) => change !== 'changed')
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
    if (error instanceof ToolsChanged || error instanceof Paused) return error
    const failure = mcpErrorOf(error)
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

    /** The tools as they are now, whatever was reviewed. */
    async list(): Promise<{ tools: readonly ToolDefinition[]; connection: McpConnection }> {
      const { connection } = await ready()
      return { tools: await connection.listTools(), connection }
    },

    /** Connects and compares the tools; throws `McpError`, `ToolsChanged` or `Paused`. */
    async verify(reviewed: Reviewed): Promise<McpConnection> {
      lastUsed = now()
      try {
        return await verify(reviewed)
      } catch (error) {
        throw failed(error)
      }
    },

    /** Calls a reviewed tool. A session that the server has forgotten is begun again once. */
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

    /** Ends the connection and every call on it. */
    async close(reason: Error = new Ended()) {
      isClosed = true
      const isBusy = running.size > 0
      for (const controller of running) controller.abort(reason)
      // The server is told of what is no longer wanted before the connection goes.
      if (isBusy) await sleep(CANCEL_GRACE_MS)
      await opening?.catch(() => undefined)
      await drop()
    },
  }
}

/** Nothing was done: the server did not know whom it spoke with. */
const isForgottenSession = (error: unknown): boolean =>
  error instanceof McpError &&
  (error.reason === 'not_mcp' ||
    (error.reason === 'answer' && /session/i.test(error.serverText ?? '')))

const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}
