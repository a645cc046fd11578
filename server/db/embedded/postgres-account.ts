import { spawnSync } from 'node:child_process'
import { lchownSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError } from './postgres-binaries.ts'

/** Under whom PostgreSQL runs: `ids` for spawn, `prefix` put before the command, `owner` of its files. */
export type PostgresAccount = {
  kind: 'self' | 'nobody' | 'user-namespace' | 'nobody-with-file-access'
  ids: { uid?: number; gid?: number }
  prefix: string[]
  owner?: { uid: number; gid: number }
}

// Any uid but 0 satisfies PostgreSQL; files stay root's on the outside.
const IN_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000']

/**
 * PostgreSQL refuses to run as uid 0. An ordinary user runs it as themself. Root hands it to `nobody` when `nobody` can
 * reach all `paths`; otherwise (a home of mode 0700) root runs it in a user namespace of its own, and where namespaces
 * are forbidden (many containers) as `nobody` with the single capability to pass file permissions.
 */
export function choosePostgresAccount(paths: readonly string[]): PostgresAccount {
  if (process.getuid?.() !== 0) return { kind: 'self', ids: {}, prefix: [] }
  const nobody = findNobody()
  if (nobody && paths.every(isReachableByAll)) {
    return { kind: 'nobody', ids: nobody, prefix: [], owner: nobody }
  }
  // Without its capabilities even root stands before the closed home of another user.
  if (paths.every((path) => reaches(IN_NAMESPACE, path))) {
    return { kind: 'user-namespace', ids: {}, prefix: IN_NAMESPACE, owner: { uid: 0, gid: 0 } }
  }
  if (nobody) {
    const withFileAccess = [
      'setpriv',
      `--reuid=${nobody.uid}`,
      `--regid=${nobody.gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
    ]
    if (works(withFileAccess)) {
      return { kind: 'nobody-with-file-access', ids: {}, prefix: withFileAccess, owner: nobody }
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot run as root and no other account can reach ${paths[0]}; choose a DATA_DIR that others may enter, or start as an ordinary user`,
  )
}

/** Puts the parent-death signal in front of a command where the system offers it, so that no orphan outlives us. */
export function dyingWithParent(): string[] {
  const prefix = ['setpriv', '--pdeathsig=INT']
  return process.platform === 'linux' && works(prefix) ? prefix : []
}

/** Gives `dir` and all below it to `owner`; no work when its top already belongs there. */
export function giveTo(owner: PostgresAccount['owner'], dir: string): void {
  if (!owner || statSync(dir).uid === owner.uid) return
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  lchownSync(dir, owner.uid, owner.gid)
}

const works = (prefix: readonly string[]): boolean => succeeds([...prefix, 'true'])

const reaches = (prefix: readonly string[], target: string): boolean =>
  succeeds([...prefix, 'test', '-e', target])

function succeeds([command = '', ...rest]: readonly string[]): boolean {
  return spawnSync(command, rest, { stdio: 'ignore' }).status === 0
}

function findNobody(): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : undefined
}

/** Whether everybody may enter every folder above `target`. */
function isReachableByAll(target: string): boolean {
  let folder = path.dirname(realpathSync(target))
  for (;;) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    const parent = path.dirname(folder)
    if (parent === folder) return true
    folder = parent
  }
}
