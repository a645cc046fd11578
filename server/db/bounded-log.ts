import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'

export type BoundedLog = {
  /** Open for appending; may be passed to a child process as its output. */
  fd: number
  size(): number
  /** Returns the text after `offset` bytes. */
  since(offset: number): string
  write(text: string): void
  close(): void
}

/** Creates a log file that a child process can write on its own. Above `maxBytes`, it moves to `<file>.1`. */
export function openBoundedLog(file: string, maxBytes = 1_000_000): BoundedLog {
  if (existsSync(file) && statSync(file).size > maxBytes) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a+', 0o600)
  const timer = setInterval(() => {
    if (fstatSync(fd).size <= maxBytes) return
    copyFileSync(file, `${file}.1`)
    // The child appends (O_APPEND), so its next line starts the emptied file.
    ftruncateSync(fd, 0)
  }, 60_000).unref()
  return {
    fd,
    size: () => fstatSync(fd).size,
    since: (offset) => readFileSync(file).subarray(offset).toString('utf8'),
    write: (text) => void writeSync(fd, text),
    close: () => {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}
