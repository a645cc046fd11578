/** Errors whose message is one full line for the operator. */
const FOR_OPERATORS = new Set([
  'AppError',
  'BackupFileError',
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

/** Returns the message of an operator or system error, or else the stack. */
export const describeForOperator = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const isOfSystem = 'syscall' in error
  if (!FOR_OPERATORS.has(error.name) && !isOfSystem) return error.stack ?? error.message
  const why = error.name === 'MigrationError' && error.cause instanceof Error ? error.cause : null
  return why === null ? error.message : `${error.message} (${why.message})`
}
