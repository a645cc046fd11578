import { destination, pino, type DestinationStream, type Logger as PinoLogger } from 'pino'

/** Writes JSON lines; an error under `err` is written with its stack and its causes. */
export type Logger = PinoLogger

/** Creates the one logger of a process; everything it runs in the background and every request logs through it. */
export const createLogger = (stream: DestinationStream = destination(1)): Logger =>
  pino({ level: 'warn' }, stream)

/** Receives an error that no caller gets, with the ids of what it concerns. */
export type FailureHandler = (error: unknown, about?: Readonly<Record<string, unknown>>) => void

/** Returns a handler that logs an error that no caller receives, with what was being done and the ids it concerns. */
export const errorLog =
  (logger: Logger, activity: string): FailureHandler =>
  (error, about) =>
    logger.error({ ...about, err: error }, activity)
