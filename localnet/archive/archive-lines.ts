import { createHash } from 'node:crypto'
import { closeSync, ftruncateSync, fstatSync, openSync, readSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

const NEWLINE = 0x0a
const WINDOW_BYTES = 1 << 16
const TAIL_BYTES = 4096

type StoredLine = { text: string; offset: number; length: number }

export type LineStore = {
  size(): number
  append(bytes: Buffer): Promise<number>
  read(offset: number, length: number): string
  scan(offset: number): Generator<StoredLine>
  /** Returns a digest of the last bytes before `size`. It shows whether a snapshot belongs to these lines. */
  fingerprint(size: number): string
  sync(): Promise<void>
  close(): Promise<void>
}

/** Opens or creates the file. Truncates a last line that a crash left incomplete. */
export async function openLineFile(path: string): Promise<LineStore> {
  cutTornTail(path)
  const handle: FileHandle = await open(path, 'a+', 0o600)
  let size = (await handle.stat()).size
  const readBytes = (offset: number, length: number): Buffer => {
    const bytes = Buffer.allocUnsafe(length)
    const got = readSync(handle.fd, bytes, 0, length, offset)
    return got === length ? bytes : bytes.subarray(0, got)
  }
  return {
    size: () => size,
    async append(bytes) {
      const offset = size
      try {
        await handle.appendFile(bytes)
      } catch (error) {
        // A failed write may leave a partial line, for example on a full disk; the next line must not follow it.
        await handle.truncate(offset)
        throw error
      }
      size += bytes.length
      return offset
    },
    read: (offset, length) => readBytes(offset, length).toString(),
    scan: (offset) => scanLines(readBytes, offset, size),
    fingerprint: (end) => digest(readBytes, end),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}

export function createMemoryLines(): LineStore {
  const chunks: { offset: number; bytes: Buffer }[] = []
  let size = 0
  const readBytes = (offset: number, length: number): Buffer => {
    const at = chunks.findLastIndex((chunk) => chunk.offset <= offset)
    const chunk = chunks[at]
    if (!chunk) return Buffer.alloc(0)
    const start = offset - chunk.offset
    return chunk.bytes.subarray(start, start + length)
  }
  return {
    size: () => size,
    append: (bytes) => {
      const offset = size
      chunks.push({ offset, bytes })
      size += bytes.length
      return Promise.resolve(offset)
    },
    read: (offset, length) => readBytes(offset, length).toString(),
    *scan(from) {
      for (const { offset, bytes } of chunks) {
        if (offset >= from) {
          yield* scanLines((at, length) => readBytes(at, length), offset, offset + bytes.length)
        }
      }
    },
    fingerprint: () => '',
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

function* scanLines(
  readBytes: (offset: number, length: number) => Buffer,
  from: number,
  end: number,
): Generator<StoredLine> {
  let rest: Buffer = Buffer.alloc(0)
  let offset = from
  for (let at = from; at < end;) {
    const window = readBytes(at, Math.min(WINDOW_BYTES, end - at))
    if (window.length === 0) return
    at += window.length
    const bytes = rest.length === 0 ? window : Buffer.concat([rest, window])
    let start = 0
    for (let stop = bytes.indexOf(NEWLINE); stop !== -1; stop = bytes.indexOf(NEWLINE, start)) {
      yield { text: bytes.toString('utf8', start, stop), offset, length: stop - start }
      offset += stop - start + 1
      start = stop + 1
    }
    rest = bytes.subarray(start)
  }
}

function digest(readBytes: (offset: number, length: number) => Buffer, end: number): string {
  const length = Math.min(TAIL_BYTES, end)
  return createHash('sha256')
    .update(readBytes(end - length, length))
    .digest('base64')
}

function cutTornTail(path: string): void {
  const fd = openSync(path, 'a+', 0o600)
  closeSync(fd)
  const writable = openSync(path, 'r+')
  try {
    const { size } = fstatSync(writable)
    let end = size
    while (end > 0) {
      const length = Math.min(WINDOW_BYTES, end)
      const window = Buffer.allocUnsafe(length)
      readSync(writable, window, 0, length, end - length)
      const newline = window.lastIndexOf(NEWLINE)
      if (newline !== -1) {
        end = end - length + newline + 1
        break
      }
      end -= length
    }
    if (end < size) ftruncateSync(writable, end)
  } finally {
    closeSync(writable)
  }
}
