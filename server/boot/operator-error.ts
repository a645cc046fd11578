/** Errors whose message is one whole line for the person who runs the product. */
const FOR_OPERATORS = new Set([
  'AppError',
  'CommandError',
  'ConfigError',
  'DataDirInUse',
  'DatabaseUnavailable',
  'DirectoryInUse',
  'EmbeddedPostgresError',
  'LocalChainError',
  'MigrationError',
  'RpcError',
  'RpcUnavailable',
  'StartError',
])

/** What to print about an error: its line when it was made for the operator or is the system's, else the stack. */
export const operatorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const isOfSystem = 'syscall' in error
  if (!FOR_OPERATORS.has(error.name) && !isOfSystem) return error.stack ?? error.message
  const why = error.name === 'MigrationError' && error.cause instanceof Error ? error.cause : null
  return why === null ? error.message : `${error.message} (${why.message})`
}
