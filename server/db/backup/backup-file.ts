import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createGunzip, createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { getErrorCode } from '#contract/error-message.ts'

// A gzip stream of frames: one byte for the kind, four for the length, then the bytes. A JSON frame introduces the data
// frames that follow it.
const JSON_KIND = 0x4a
const DATA_KIND = 0x44
const HEAD_BYTES = 5
const MAX_FRAME_BYTES = 64 * 1024 * 1024
/** More than this costs time and saves little. */
const GZIP_LEVEL = 4

/** The file is not a whole backup. The message is one line for the operator. */
export class BackupFileError extends Error {
  override name = 'BackupFileError'
}

export type BackupWriter = {
  json(value: object): Promise<void>
  data(bytes: Uint8Array): Promise<void>
  /** Makes the file durable under its name. */
  finish(): Promise<void>
  abandon(): Promise<void>
}

/** Creates `file` (mode 0600). It has its name only when it is complete. Throws when the name is taken. */
export async function createBackupFile(file: string): Promise<BackupWriter> {
  await (await open(file, 'wx', 0o600)).close()
  const aside = `${file}.partial`
  const gzip = createGzip({ level: GZIP_LEVEL })
  const written = pipeline(gzip, createWriteStream(aside, { mode: 0o600, flush: true }))
  // A full disk ends the stream while the caller waits for something else.
  written.catch(() => undefined)
  const frame = async (kind: number, bytes: Uint8Array) => {
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8(kind, 0)
    head.writeUInt32BE(bytes.length, 1)
    gzip.write(head)
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written])
  }
  return {
    json: (value) => frame(JSON_KIND, Buffer.from(JSON.stringify(value))),
    data: (bytes) => frame(DATA_KIND, bytes),
    async finish() {
      gzip.end()
      await written
      await rename(aside, file)
    },
    async abandon() {
      gzip.destroy()
      await written.catch(() => undefined)
      await rm(aside, { force: true })
      await rm(file, { force: true })
    },
  }
}

export type BackupReader = {
  /** Returns the next JSON frame; skips data that was not read. Throws `BackupFileError` at the end of the file. */
  json(): Promise<unknown>
  /** Yields the data frames up to the next JSON frame. */
  data(): AsyncGenerator<Buffer>
  close(): void
}

/** Opens a backup. Every read throws `BackupFileError` for a damaged or cut file. */
export function openBackupFile(file: string): BackupReader {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  const frames = readFrames(source.pipe(gunzip), file)
  let kept: Frame | null = null
  const next = async (): Promise<Frame> => {
    if (kept !== null) {
      const frame = kept
      kept = null
      return frame
    }
    const result = await frames.next()
    if (result.done === true) throw new BackupFileError(`${file} is cut off`)
    return result.value
  }
  return {
    async json() {
      for (;;) {
        const { kind, bytes } = await next()
        if (kind === JSON_KIND) return JSON.parse(bytes.toString('utf8')) as unknown
      }
    },
    async *data() {
      for (;;) {
        const frame = await next()
        if (frame.kind === JSON_KIND) {
          kept = frame
          return
        }
        yield frame.bytes
      }
    },
    close: () => {
      source.destroy()
      gunzip.destroy()
    },
  }
}

type Frame = { kind: number; bytes: Buffer }

async function* readFrames(chunks: AsyncIterable<Buffer>, file: string): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of chunks) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (rest.length >= HEAD_BYTES) {
        const kind = rest.readUInt8(0)
        const length = rest.readUInt32BE(1)
        if ((kind !== JSON_KIND && kind !== DATA_KIND) || length > MAX_FRAME_BYTES) {
          throw new BackupFileError(`${file} is not a backup`)
        }
        if (rest.length < HEAD_BYTES + length) break
        yield { kind, bytes: rest.subarray(HEAD_BYTES, HEAD_BYTES + length) }
        rest = rest.subarray(HEAD_BYTES + length)
      }
    }
  } catch (error) {
    throw error instanceof BackupFileError ? error : toBackupFileError(file, error)
  }
}

function toBackupFileError(file: string, error: unknown): BackupFileError {
  const code = getErrorCode(error) || String(error)
  const reason =
    code === 'ENOENT'
      ? 'does not exist'
      : code === 'Z_BUF_ERROR'
        ? 'is cut off'
        : code.startsWith('Z_')
          ? 'is damaged or not a backup'
          : `cannot be read (${code})`
  return new BackupFileError(`${file} ${reason}`, { cause: error })
}
