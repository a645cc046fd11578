import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/client'
import type { GuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import { untilAborted } from '#server/lib/async/until-aborted.ts'
import { toMcpError } from './mcp-failure.ts'
import { createHttpTransport, type McpAccess } from './mcp-http.ts'
import { createStdioTransport, type StdioProgram } from './mcp-stdio.ts'
import { toDefinition, type ToolDefinition } from './mcp-tools.ts'

export type McpTarget =
  | {
      kind: 'http'
      url: string
      headers: Readonly<Record<string, string>>
      fetch: GuardedFetch
      access?: McpAccess | null
    }
  | ({ kind: 'stdio' } & StdioProgram)

export type McpContent = { type: string; [field: string]: unknown }
export type McpCallResult = {
  content: readonly McpContent[]
  structured: unknown
  isError: boolean
}

export type McpConnection = {
  readonly protocol: string
  readonly server: { name: string; version: string }
  /** The server's usage instructions. They never reach a model. */
  readonly instructions: string
  readonly isOpen: boolean
  /** True if the server announced changed tools since the last `listTools`. */
  readonly isListStale: boolean
  /** Reads at most 16 pages. Throws `McpError`. */
  listTools(): Promise<ToolDefinition[]>
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<McpCallResult>
  close(): Promise<void>
}

export type McpDeadlines = { connectMs: number; callMs: number }
/** `connectMs` applies to connecting and to listing separately. */
export const MCP_DEADLINES: McpDeadlines = { connectMs: 5_000, callMs: 15_000 }
const MAX_BYTES = 2_000_000
const MAX_LIST_PAGES = 16
const END_SESSION_MS = 1_000
/** Lets a call's own timeout fire first. */
const EXCHANGE_GRACE_MS = 1_000

/** Results are not validated, because compiling third-party schemas would run their patterns. */
const unchecked: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
}

/**
 * Connects within 5 s or throws `McpError`. Offers no capabilities, so sampling, elicitation and roots are refused by
 * the protocol. HTTP servers negotiate the newest common revision, back to 2025-03-26. Stdio servers start with
 * `initialize`, because a probe would cost a second process.
 */
export const connectMcp = async (
  target: McpTarget,
  { clientName, deadlines = MCP_DEADLINES }: { clientName: string; deadlines?: McpDeadlines },
): Promise<McpConnection> => {
  const { connectMs } = deadlines
  const session = createSession(target, clientName, deadlines)
  const { client } = session
  try {
    const connecting = client.connect(session.transport, { timeout: connectMs })
    await untilAborted(connecting, AbortSignal.timeout(connectMs))
  } catch (error) {
    await session.close()
    throw session.toError(error)
  }
  return createConnection(session, deadlines)
}

type Session = ReturnType<typeof createSession>

/** Creates a client and its transport, which are not connected yet. */
const createSession = (target: McpTarget, clientName: string, { callMs }: McpDeadlines) => {
  const client = new Client(
    { name: clientName, version: '1.0.0' },
    {
      capabilities: {},
      versionNegotiation: { mode: target.kind === 'http' ? 'auto' : 'legacy' },
      jsonSchemaValidator: unchecked,
      listMaxPages: MAX_LIST_PAGES,
      inputRequired: { autoFulfill: false },
    },
  )
  const state = { isOpen: true, isListStale: false }
  /** The first failure of the transport. It explains later ones. */
  let broken: unknown
  const close = async () => {
    state.isOpen = false
    await client.close().catch(() => undefined)
  }
  Object.assign(client, {
    onclose: () => {
      state.isOpen = false
    },
  })
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    state.isListStale = true
  })
  const toError = (error: unknown) => toMcpError(broken ?? error)
  const parts = { client, state, close, toError }
  if (target.kind === 'stdio') {
    const transport = createStdioTransport({ ...target, maxBytes: MAX_BYTES })
    return { ...parts, transport, http: null }
  }
  const http = createHttpTransport({
    ...target,
    access: target.access ?? null,
    maxBytes: MAX_BYTES,
    timeoutMs: callMs + EXCHANGE_GRACE_MS,
    onBroken: (error) => {
      broken = error
      void close()
    },
  })
  return { ...parts, transport: http, http }
}

const createConnection = (
  { client, http, state, close, toError }: Session,
  { connectMs, callMs }: McpDeadlines,
): McpConnection => ({
  protocol: client.getNegotiatedProtocolVersion() ?? 'unknown',
  server: {
    name: client.getServerVersion()?.name ?? '',
    version: client.getServerVersion()?.version ?? '',
  },
  instructions: client.getInstructions() ?? '',
  get isOpen() {
    return state.isOpen
  },
  get isListStale() {
    return state.isListStale
  },
  async listTools() {
    state.isListStale = false
    try {
      const listing = client.listTools(undefined, { timeout: connectMs, cacheMode: 'refresh' })
      const { tools } = await untilAborted(listing, AbortSignal.timeout(connectMs))
      return tools.map(toDefinition)
    } catch (error) {
      throw toError(error)
    }
  },
  async call(name, args, signal) {
    try {
      const result = await client.callTool(
        { name, arguments: { ...args } },
        { signal, timeout: callMs, maxTotalTimeout: callMs },
      )
      return {
        content: result.content,
        structured: result.structuredContent ?? null,
        isError: result.isError === true,
      }
    } catch (error) {
      throw signal.aborted ? signal.reason : toError(error)
    }
  },
  async close() {
    if (http?.sessionId !== undefined && state.isOpen) {
      const ending = http.terminateSession()
      await untilAborted(ending, AbortSignal.timeout(END_SESSION_MS)).catch(() => undefined)
    }
    await close()
  },
})
