import { formatNumber } from '#contract/numbers.ts'
import { toMcpError, type McpError } from '#server/clients/mcp/mcp-failure.ts'
import type { ToolDefinition } from '#server/clients/mcp/mcp-tools.ts'
import { AppError } from '#server/errors.ts'
import { toOneLine } from '#server/lib/text/visible-text.ts'
import type { AppConnections } from '#server/modules/apps/connections/app-connections.ts'
import { lintTools, MAX_TOOLS } from '#server/modules/apps/review/tool-lint.ts'
import type { AppCredentials } from '#server/modules/apps/sign-in/app-access.ts'
import type { AppAuth } from '#server/modules/apps/store/app-entry.ts'

export type Inspection = {
  tools: readonly ToolDefinition[]
  serverName: string
  serverVersion: string
  protocol: string
  latencyMs: number
}

const MAX_TOOLS_CHARS = 256_000

class UnusableTools extends Error {}

/** Connects and lists the tools. Throws an error for `explainFailure` if they cannot be used. */
export const inspectServer = async (
  connections: Pick<AppConnections, 'open'>,
  { id, url, auth, userId }: { id: string; url: string; auth: AppAuth | null; userId: string },
  credentials: () => Promise<AppCredentials | null>,
): Promise<Inspection> => {
  const opened = connections.open({
    app: { id, transport: { kind: 'http', url }, auth, asksSignIn: auth === null },
    userId,
    credentials,
  })
  const startedAt = performance.now()
  try {
    const { tools, connection } = await opened.list()
    assertUsable(tools)
    return {
      tools,
      serverName: toOneLine(connection.server.name, 60),
      serverVersion: toOneLine(connection.server.version, 40),
      protocol: connection.protocol,
      latencyMs: Math.round(performance.now() - startedAt),
    }
  } finally {
    await opened.close()
  }
}

const assertUsable = (tools: readonly ToolDefinition[]): void => {
  if (JSON.stringify(tools).length > MAX_TOOLS_CHARS) {
    throw new UnusableTools('its list of tools is longer than is accepted')
  }
  if (tools.length > MAX_TOOLS) {
    throw new UnusableTools(`it offers ${formatNumber(tools.length)} tools, more than ${MAX_TOOLS}`)
  }
  const fault = lintTools(tools).find(({ severity }) => severity === 'block')
  if (fault === undefined) return
  throw new UnusableTools(
    fault.tool === null ? `it ${fault.text}` : `its tool “${fault.tool}” ${fault.text}`,
  )
}

/** Returns true if the server asked for a key or refused it. */
export const isUnauthorized = (error: unknown): boolean =>
  !(error instanceof UnusableTools) && toMcpError(error).reason === 'unauthorized'

/** Returns an error with a sentence for the user, which starts with `what`. */
export const explainFailure = (error: unknown, what: string): AppError => {
  if (error instanceof AppError) return error
  if (error instanceof UnusableTools) {
    return new AppError('APP_NOT_APPROVED', `${what}: ${error.message}.`)
  }
  const failure: McpError = toMcpError(error)
  const { reason, message } = failure
  if (reason === 'not_allowed') {
    return new AppError(
      'ADDRESS_NOT_ALLOWED',
      `${what}: its address is not on the public internet.`,
    )
  }
  const fields = reason === 'unauthorized' ? { authorization: message } : { url: message }
  return new AppError('APP_UNREACHABLE', `${what}: ${message}.`, { cause: failure, fields })
}
