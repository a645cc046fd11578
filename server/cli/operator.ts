import { InvalidArgumentError } from 'commander'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig, type Config } from '#server/config.ts'
import {
  claimDataDir,
  findRunningServer,
  type RunningServer,
} from '#server/boot/storage/data-dir.ts'
import type { Database } from '#server/db/database.ts'
import {
  connectStorage,
  openStorage,
  type Storage,
  type StorageOptions,
} from '#server/boot/storage/storage.ts'
import { toPlainText } from '#server/lib/text/visible-text.ts'

/** A failure for the operator: one line and an exit code. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, { exitCode = 1 }: { exitCode?: number } = {}) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Resolves a path against the directory of the command, which npm keeps in the environment. */
export const resolveFile = (name: string): string =>
  path.resolve(process.env['INIT_CWD'] ?? '.', name)

/** Resolves the path of an existing file, pipe or device. Throws `CommandError` for a folder, or if there is none. */
export const resolveExistingFile = (name: string): string => {
  const file = resolveFile(name)
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new CommandError(`There is no file ${file}.`)
  if (found.isDirectory()) throw new CommandError(`${file} is not a file.`)
  return file
}

/** Parses the number of rows to list. Throws `InvalidArgumentError` unless it is a whole number above 0. */
export const parseLimit = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number above 0.')
}

const START_WAIT_MS = 30_000
const POLL_MS = 200
/** No timeout, because an audit reads whole tables. */
const UNHURRIED = { statementTimeoutMs: 0 }

type CommandOptions = Pick<StorageOptions, 'migrates'> & {
  /** The command may be the first use of an embedded database. */
  isFirst?: boolean
}

/**
 * Runs `work` with the database: that of the running server, the configured one, or the embedded one started for this
 * command. Throws `CommandError` if there is none yet, unless `isFirst`.
 */
export const withDatabase = async <Result>(
  work: (db: Database, config: Config) => Promise<Result>,
  { isFirst = false, ...options }: CommandOptions = {},
): Promise<Result> => {
  const config = loadConfig()
  const settings = { ...UNHURRIED, ...options }
  if (config.databaseUrl !== null)
    return runAndClose(await openStorage(config, settings), config, work)
  const url = (await waitForServer(config.dataDir))?.databaseUrl ?? null
  if (url !== null) return runAndClose(await connectStorage(url, UNHURRIED), config, work)
  const isNew = !existsSync(path.join(config.dataDir, 'postgres'))
  if (isNew && !isFirst) {
    throw new CommandError(
      `There is no database in ${config.dataDir}. Set DATABASE_URL or DATA_DIR as the server has them, or start a server first.`,
    )
  }
  const claim = await claimDataDir(config.dataDir)
  try {
    const storage = await openStorage(config, settings)
    if (isNew) print(`A new database was made in ${config.dataDir}.`)
    return await runAndClose(storage, config, work)
  } finally {
    claim.release()
  }
}

const runAndClose = async <Result>(
  storage: Storage,
  config: Config,
  work: (db: Database, config: Config) => Promise<Result>,
): Promise<Result> => {
  try {
    return await work(storage.db, config)
  } finally {
    await storage.close()
  }
}

/**
 * Returns the server of this directory once it serves, or null if none runs. Throws `CommandError` if it does not
 * come up in time.
 */
export const waitForServer = async (dataDir: string): Promise<RunningServer | null> => {
  const deadline = Date.now() + START_WAIT_MS
  for (;;) {
    const server = findRunningServer(dataDir)
    if (server === null || server.url !== null) return server
    if (Date.now() > deadline) {
      throw new CommandError(`The server with pid ${server.pid} does not come up; see its output.`)
    }
    await sleep(POLL_MS)
  }
}

/** Reads a secret from the terminal without echo, or from standard input without its line end. */
export const readSecret = async (question: string): Promise<string> => {
  if (process.stdin.isTTY) return readHidden(question)
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}

const readHidden = async (question: string): Promise<string> => {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // Ctrl-C and Ctrl-D close the prompt without an answer.
  const closed = once(terminal, 'close').then(() => '')
  const answer = await Promise.race([terminal.question(''), closed])
  terminal.close()
  process.stderr.write('\n')
  return answer
}

type Output = { readonly isJson: boolean; readonly lines: string[]; data: unknown }

let output: Output = { isJson: false, lines: [], data: undefined }

/** Starts the output of a command. JSON is collected until `flushJson` prints it as one document. */
export const startOutput = ({ isJson }: { isJson: boolean }): void => {
  output = { isJson, lines: [], data: undefined }
}

/**
 * Prints one line, without control characters from users' texts. With `--json`, lines are collected for a command that
 * prints no data.
 */
export const print = (line: string): void => {
  if (output.isJson) output.lines.push(line)
  else process.stdout.write(`${toPlainText(line)}\n`)
}

/** Prints rows as lines, or as JSON with `--json`. `none` is printed when there are no rows. */
export const printRows = <Row extends object>(
  rows: readonly Row[],
  none: string,
  format: (row: Row) => string,
): void => {
  output.data = rows
  if (output.isJson) return
  for (const row of rows) print(format(row))
  if (rows.length === 0) print(none)
}

/** Prints one value as lines, or as JSON with `--json`. */
export const printValue = (value: object, lines: readonly string[]): void => {
  output.data = value
  for (const line of lines) print(line)
}

/** Prints the collected data at the end of a command with `--json`. */
export const flushJson = (): void => {
  if (!output.isJson) return
  const value = output.data ?? { messages: output.lines }
  const text = JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each),
    2,
  )
  process.stdout.write(`${text}\n`)
}
