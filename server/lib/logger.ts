import { destination, pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

/** Writes JSON lines; an error under `err` is written with its stack and its causes. */
export type Logger = PinoLogger

/** Creates the logger of a process, which requests and background work share. */
export const createLogger = (stream: DestinationStream = destination(1)): Logger =>
  pino({ level: 'warn' }, stream)

/** Receives an error that reaches no caller, with the ids it concerns. */
export type FailureHandler = (error: unknown, about?: Readonly<Record<string, unknown>>) => void

/** Returns a handler that logs an error with the action and the ids it concerns. */
export const errorLog =
  (logger: Logger, activity: string): FailureHandler =>
  (error, about) =>
    logger.error({ ...about, err: error }, activity)
