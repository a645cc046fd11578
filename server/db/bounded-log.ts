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
  /** Open for appending; may be handed to a child process as its output. */
  fd: number
  size(): number
  /** Text written after `offset`. */
  since(offset: number): string
  write(text: string): void
  close(): void
}

/**
 * A log file that a child writes directly (so it goes on when this process dies) and that never takes more than about
 * twice `maxBytes`: past it the text moves to `<file>.1` and the file begins anew, looked at once a minute.
 */
export function openBoundedLog(file: string, maxBytes = 1_000_000): BoundedLog {
  if (existsSync(file) && statSync(file).size > maxBytes) renameSync(file, `${file}.1`)
  const fd = openSync(file, 'a+', 0o600)
  const timer = setInterval(() => {
    if (fstatSync(fd).size <= maxBytes) return
    copyFileSync(file, `${file}.1`)
    // The child appends (O_APPEND), so its next line lands at the new end.
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
