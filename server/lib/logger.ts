import { destination, pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Names under which a library or an error might carry a secret. */
const SECRETS = ['authorization', 'cookie', 'password', 'apiKey', 'refresh_token', 'access_token']

/** Creates a log of one JSON object per line, on standard output. Hides secrets. */
export const createLogger = (
  stream: DestinationStream = destination(1),
  level: LogLevel = 'warn',
): Logger =>
  pino(
    {
      level,
      redact: SECRETS.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]),
    },
    stream,
  )

/** Receives an error that reaches no caller, with the ids it concerns. */
export type FailureHandler = (error: unknown, about?: Readonly<Record<string, unknown>>) => void

export const createErrorLog =
  (logger: Logger, activity: string): FailureHandler =>
  (error, about) =>
    logger.error({ ...about, err: error }, activity)
