import type { ToolChange, ToolDefinition } from '#server/clients/mcp/mcp-tools.ts'

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

/** The server is paused for some seconds after too many failures in a row. */
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
