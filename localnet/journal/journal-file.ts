import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { getErrorCode } from '#contract/error-message.ts'
import { parseJson } from '#localnet/wire.ts'

/**
 * Format: a header line, then one line per batch, each prefixed with the CRC-32 of the rest. A batch is synced before
 * the next is written, so a crash can damage only the last line. Damage anywhere else prevents the journal from
 * opening.
 */
const MAGIC = 'local-chain-journal/'
const FORMAT = `${MAGIC}1`
const LINE_FEED = 0x0a
const CHECKSUM_DIGITS = 8

export class JournalError extends Error {
  override name = 'JournalError'
}

export type JournalContent = {
  header: unknown
  entries: unknown[]
  bytes: number
  discardedBytes: number
}

export function formatBatchLine(entries: readonly unknown[]): string {
  const text = JSON.stringify(entries)
  return `${checksum(text)} ${text}\n`
}

const checksum = (content: string | Buffer) =>
  crc32(content).toString(16).padStart(CHECKSUM_DIGITS, '0')

/**
 * Reads a journal and truncates an incomplete last line, or creates one with `newHeader()`. Throws JournalError for
 * another format or damage before the last line.
 */
export function readJournal(path: string, newHeader: () => unknown): JournalContent {
  const content = readExisting(path)
  if (hasNoHeader(content)) {
    const header = newHeader()
    const line = `${FORMAT} ${JSON.stringify(header)}\n`
    beginFile(path, line)
    return { header, entries: [], bytes: Buffer.byteLength(line), discardedBytes: content.length }
  }
  const { header, entries, bytes } = readLines(path, content)
  if (bytes < content.length) truncate(path, bytes)
  return { header, entries, bytes, discardedBytes: content.length - bytes }
}

function readExisting(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return Buffer.alloc(0)
    throw new JournalError(`The chain journal ${path} cannot be read: ${String(error)}`, {
      cause: error,
    })
  }
}

/** Returns true for an empty file or a cut-off header. No chain of such a journal was ever used. */
function hasNoHeader(content: Buffer): boolean {
  if (content.includes(LINE_FEED)) return false
  return `${FORMAT} `.startsWith(content.toString('latin1', 0, FORMAT.length + 1))
}

function beginFile(path: string, header: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeSync(file, header)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function truncate(path: string, bytes: number): void {
  const file = openSync(path, 'r+')
  try {
    ftruncateSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function readLines(path: string, content: Buffer) {
  const headerEnd = content.indexOf(LINE_FEED)
  const first = content.toString('utf8', 0, Math.max(0, headerEnd))
  const [format = '', ...rest] = first.split(' ')
  if (!format.startsWith(MAGIC)) {
    throw new JournalError(
      `${path} is not a journal of the local chain; move it away to start a new chain`,
    )
  }
  if (format !== FORMAT) {
    throw new JournalError(
      `${path} has the format ${format}, this version reads ${FORMAT}; move it away to start a new chain`,
    )
  }
  const header = parseJson(rest.join(' '))
  if (header === undefined) throw createDamageError(path, 0)
  const entries: unknown[] = []
  let bytes = headerEnd + 1
  while (bytes < content.length) {
    const end = content.indexOf(LINE_FEED, bytes)
    const batch = end < 0 ? null : readBatch(content.subarray(bytes, end))
    if (batch === null) {
      const isLastLine = end < 0 || end === content.length - 1
      if (!isLastLine) throw createDamageError(path, bytes)
      break
    }
    for (const entry of batch) entries.push(entry)
    bytes = end + 1
  }
  return { header, entries, bytes }
}

function readBatch(line: Buffer): unknown[] | null {
  const body = line.subarray(CHECKSUM_DIGITS + 1)
  if (line.toString('latin1', 0, CHECKSUM_DIGITS + 1) !== `${checksum(body)} `) return null
  const batch = parseJson(body.toString())
  return Array.isArray(batch) ? batch : null
}

const createDamageError = (path: string, offset: number) =>
  new JournalError(
    `The chain journal ${path} is damaged at byte ${offset}; restore it from a backup or move it away to start a new chain`,
  )
