import { destination, pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

export type Logger = PinoLogger

export const createLogger = (stream: DestinationStream = destination(1)): Logger =>
  pino({ level: 'warn' }, stream)

/** Receives an error that reaches no caller, with the ids it concerns. */
export type FailureHandler = (error: unknown, about?: Readonly<Record<string, unknown>>) => void

export const errorLog =
  (logger: Logger, activity: string): FailureHandler =>
  (error, about) =>
    logger.error({ ...about, err: error }, activity)
