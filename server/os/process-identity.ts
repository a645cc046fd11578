import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getErrorCode } from '#contract/error-message.ts'

/**
 * Returns an id of one run of a process, which differs for a later process with the same pid: kernel start time and
 * boot id on Linux, the start time from `ps` elsewhere. Undefined if no such process runs.
 */
export function readProcessIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') {
    try {
      // Field 22 of /proc/PID/stat (proc_pid_stat(5)); the command in field 2 may contain spaces and brackets.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const afterCommand = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (afterCommand[0] === 'Z' || afterCommand[0] === 'X') return undefined
      const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
      return `${bootId}-${afterCommand[19]}`
    } catch {
      return undefined
    }
  }
  return ps(pid, 'lstart')?.replaceAll(/[^A-Za-z0-9]+/g, '-')
}

/** Returns the command line of a running process, arguments joined by spaces, or undefined. */
export function readCommandLine(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (process.platform !== 'linux') return ps(pid, 'command')
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined
  } catch {
    return undefined
  }
}

/** Returns true if a process with this id exists, whatever it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process runs under another account.
    return getErrorCode(error) === 'EPERM'
  }
}

function ps(pid: number, field: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
