import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/db/embedded/embedded-postgres.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { installJobs } from '#server/jobs/install-jobs.ts'
import { isAlive } from '#server/os/process-identity.ts'
import { TEMPORARY_ROOT } from './temporary-root.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    postgresOwnerUrl: string
  }
}

export const TEMPLATE = 'test_template'

const APP_ROLE = 'app'
const PREFIX = 'soldesk-test-pg-'

type Postgres = Pick<EmbeddedPostgres, 'url' | 'ownerUrl' | 'appRole' | 'stop'>

/** One PostgreSQL for the whole run, with a migrated database from which every test file's own is copied. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const externalUrl = process.env['TEST_DATABASE_URL']
  const { postgres, teardown } =
    externalUrl === undefined ? await startOwn() : await openExternal(externalUrl)
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresOwnerUrl', postgres.ownerUrl)
  return teardown
}

/** Uses TEST_DATABASE_URL, whose role is a superuser without a password, and TEST_POOLER_URL for the server. */
async function openExternal(ownerUrl: string) {
  const owner = await openDatabase({ url: ownerUrl, poolSize: 1 })
  await owner.query(`drop database if exists ${TEMPLATE}`)
  const roles = await owner.query(`select 1 from pg_roles where rolname = '${APP_ROLE}'`)
  if (roles.length === 0) await owner.query(`create role ${APP_ROLE} login`)
  await owner.close()
  const url = new URL(process.env['TEST_POOLER_URL'] ?? ownerUrl)
  url.username = APP_ROLE
  const postgres = { url: url.href, ownerUrl, appRole: APP_ROLE, stop: () => Promise.resolve() }
  await makeTemplate(postgres)
  return { postgres, teardown: postgres.stop }
}

async function startOwn() {
  removeLeftovers()
  const dir = mkdtempSync(path.join(TEMPORARY_ROOT, `${PREFIX}${process.pid}-`))
  const remove = () => rmSync(dir, { recursive: true, force: true })
  let postgres: Postgres | undefined
  const teardown = async () => {
    await postgres?.stop()
    remove()
  }
  try {
    // The folder is thrown away, so its contents need not survive a power cut; a killed process loses nothing even so.
    const settings = {
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: 300,
      // TEST_ISOLATION=serializable shows that the whole suite also holds on clusters that know nothing else.
      default_transaction_isolation: process.env['TEST_ISOLATION'] ?? 'read committed',
    }
    postgres = await startEmbeddedPostgres({ dir, settings })
    await makeTemplate(postgres)
    return { postgres, teardown }
  } catch (error) {
    await teardown()
    throw error
  }
}

async function makeTemplate(postgres: Postgres): Promise<void> {
  const owner = await openDatabase({ url: postgres.ownerUrl, poolSize: 1 })
  await owner.query(`create database ${TEMPLATE}`)
  await owner.close()
  const url = new URL(postgres.ownerUrl)
  url.pathname = `/${TEMPLATE}`
  const template = await openDatabase({ url: url.href, poolSize: 1 })
  await migrate(template, MIGRATIONS, { appRole: postgres.appRole })
  await installJobs(template, { appRole: postgres.appRole })
  await template.close()
}

/** Folders of runs that were killed before they could tidy up. */
function removeLeftovers(): void {
  for (const name of readdirSync(TEMPORARY_ROOT)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN
    if (Number.isInteger(pid) && !isAlive(pid)) {
      rmSync(path.join(TEMPORARY_ROOT, name), { recursive: true, force: true })
    }
  }
}
