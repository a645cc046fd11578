import { spawnSync } from 'node:child_process'
import { lchownSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError } from './postgres-binaries.ts'

/** The account that runs PostgreSQL: `ids` for spawn, `prefix` before the command, `owner` of its files. */
export type PostgresAccount = {
  kind: 'self' | 'nobody' | 'user-namespace' | 'nobody-with-file-access'
  ids: { uid?: number; gid?: number }
  prefix: string[]
  owner?: { uid: number; gid: number }
}

// PostgreSQL accepts any uid but 0. Outside the namespace root owns the files.
const IN_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000']

/**
 * Chooses the account, because PostgreSQL refuses uid 0. Ordinary users run it themselves. Root uses `nobody` if
 * `nobody` can reach all `paths`, else a user namespace (for a home of mode 0700), else `nobody` with the one
 * capability that passes file permissions (for containers without namespaces).
 */
export function choosePostgresAccount(paths: readonly string[]): PostgresAccount {
  if (process.getuid?.() !== 0) return { kind: 'self', ids: {}, prefix: [] }
  const nobody = findNobody()
  if (nobody && paths.every(isReachableByAll)) {
    return { kind: 'nobody', ids: nobody, prefix: [], owner: nobody }
  }
  // Without capabilities, root can't enter the closed home of another user.
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

/** Returns a command prefix that stops the child when its parent dies, or an empty list if the system has none. */
export function findDeathPrefix(): string[] {
  const prefix = ['setpriv', '--pdeathsig=INT']
  return process.platform === 'linux' && works(prefix) ? prefix : []
}

/** Changes the owner of `dir` and its contents. Does nothing if `dir` already has that owner. */
export function changeOwner(owner: PostgresAccount['owner'], dir: string): void {
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

function isReachableByAll(target: string): boolean {
  let folder = path.dirname(realpathSync(target))
  for (;;) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    const parent = path.dirname(folder)
    if (parent === folder) return true
    folder = parent
  }
}
