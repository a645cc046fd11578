import type { Command } from 'commander'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { getErrorMessage } from '#contract/error-message.ts'
import { chooseSolPrice } from '#server/boot/choose-sol-price.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { type Config, findPublicOrigin } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { createLogger } from '#server/lib/logger.ts'
import type { Apps } from '#server/modules/apps/apps.ts'
import { listServerRows } from '#server/modules/apps/connections/server-repository.ts'
import type { Inspection } from '#server/modules/apps/review/app-review.ts'
import {
  type AppEntry,
  createEntryFromUrl,
  parseEntry,
} from '#server/modules/apps/store/app-entry.ts'
import { CommandError, print, readSecret, resolveFile, withDatabase } from './operator.ts'
import { NIL_UUID } from '#server/lib/ids.ts'

type ApproveOptions = { note: string; key: boolean; writes?: string[]; readOnly: boolean }

export const addAppCommands = (program: Command): void => {
  const app = program.command('app').description('the app store’s catalog')
  app
    .command('list')
    .description('every app with its status')
    .action(async () => {
      const rows = await withApps((_, db) => listServerRows(db, NIL_UUID))
      for (const row of rows) {
        const server = row.status === null ? 'never met' : (row.lastError ?? row.status)
        print(`${row.id}  ${row.auditStatus}  ${row.tools} tools  ${server}`)
      }
    })
  app
    .command('add <source>')
    .description(
      'add an app from a file (an entry, or a server.json) or from the address of its server',
    )
    .option('--id <id>', 'another id than the one that follows from the source')
    .option('--category <category>', 'defi, nft, wallet, analytics, trading or governance')
    .action(async (source: string, options: { id?: string; category?: string }) => {
      const entry = await readEntry(source, options)
      await withApps(async ({ review }) => {
        const isNew = await review.add(entry, { actor: 'operator', note: `From ${source}` })
        if (!isNew)
          throw new CommandError(`There is an app ${entry.id} already; give another --id.`)
        print(`App ${entry.id} was added and is pending.`)
        const audited = await review.audit(entry.id)
        if (audited.ok) printInspection(audited.inspection)
        else if (audited.reason === 'unreachable') print(`audit: ${audited.text}`)
        print(`Approve it with: app approve ${entry.id}`)
      })
    })
  app
    .command('approve <id>')
    .description('connect, list and check the tools, and let them be used from now on')
    .option('--note <text>', 'why; kept with the entry', '')
    .option('--writes <tools...>', 'tools that change something; each call asks the user first')
    .option('--read-only', 'none of them changes anything', false)
    .option('--key', 'read a key for the server from standard input', false)
    .action(approve)
  for (const [verb, done] of [
    ['reject', 'rejected'],
    ['suspend', 'suspended until it is approved again'],
  ] as const) {
    app
      .command(`${verb} <id>`)
      .description(verb === 'reject' ? 'keep an app out' : 'take an approved app out of use')
      .option('--reason <text>', 'shown to users', '')
      .action(async (id: string, { reason }: { reason: string }) => {
        const outcome = await withApps(({ review }) => review[verb](id, reason))
        if (outcome === 'not_found') throw createUnknownAppError(id)
        print(outcome === 'ok' ? `App ${id} is ${done}.` : `App ${id} was so already.`)
      })
  }
}

async function approve(id: string, options: ApproveOptions): Promise<void> {
  const secret = options.key ? await readSecret('Key: ') : null
  const writingTools = options.readOnly ? [] : options.writes
  await withApps(async ({ review }) => {
    const outcome = await review.approve(id, {
      note: options.note,
      secret,
      ...(writingTools === undefined ? {} : { writingTools }),
    })
    if (outcome.ok) {
      printInspection(outcome.inspection)
      print(`App ${id} is approved with ${outcome.inspection.tools.length} tools.`)
      return
    }
    switch (outcome.reason) {
      case 'not_found':
        throw createUnknownAppError(id)
      case 'unreachable':
        throw new CommandError(`App ${id} was not approved: ${outcome.text}.`)
      case 'unknown_tools':
        throw new CommandError(`It has no tools ${outcome.names.join(', ')}.`)
      case 'blocked':
        printInspection(outcome.inspection)
        throw new CommandError(`App ${id} was not approved: the audit blocks it.`)
    }
  })
}

const CHAIN_TIMEOUT_MS = 5_000

const createUnknownAppError = (id: string) => new CommandError(`There is no app ${id}.`)

const withApps = <Result>(work: (apps: Apps, db: Database) => Promise<Result>): Promise<Result> =>
  withDatabase(async (db, config) => {
    // Imported here because no other command needs it and it is slow to load.
    const { createAppStore } = await import('#server/boot/compose.ts')
    const apps = createAppStore({
      config,
      db,
      rpc: createRpc(config),
      price: chooseSolPrice(config),
      secrets: createUnusedSecret(),
      origin: findPublicOrigin(config, config.port),
      logger: createLogger(process.stderr),
    })
    try {
      await apps.seed()
      return await work(apps, db)
    } finally {
      await apps.close()
    }
  })

/** Commands neither read nor store users' keys. */
const createUnusedSecret = () => ({ jwtSecret: randomBytes(32).toString('base64url') })

/** Creates the client that the built-in server needs. Listing its tools sends no request. */
const createRpc = ({ solana }: Config) =>
  createSolanaRpc({
    url: solana.rpcUrl ?? `http://127.0.0.1:${solana.localPort}`,
    timeoutMs: CHAIN_TIMEOUT_MS,
  })

const readEntry = async (
  source: string,
  { id, category }: { id?: string; category?: string },
): Promise<AppEntry> => {
  try {
    const read = /^https?:\/\//i.test(source)
      ? createEntryFromUrl(source)
      : parseEntry(await readJson(source))
    return parseEntry({
      ...read,
      ...(id === undefined ? {} : { id }),
      ...(category === undefined ? {} : { category }),
    })
  } catch (error) {
    throw new CommandError(`${source} is not an app: ${describeFailure(error)}`)
  }
}

const readJson = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(resolveFile(file), 'utf8'))

const describeFailure = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'issues' in error) {
    const [issue] = error.issues as { path: PropertyKey[]; message: string }[]
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  }
  return getErrorMessage(error)
}

const printInspection = ({ tools, protocol, pin, findings, changes }: Inspection): void => {
  print(`MCP ${protocol}, ${tools.length} tools, pin ${pin.slice(0, 12)}`)
  for (const { name, change, fields } of changes) {
    print(
      `  ${change}: ${toPrintable(name)}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}`,
    )
  }
  for (const { severity, tool, text } of findings) {
    print(`  ${severity}: ${tool === null ? 'the server' : toPrintable(tool)} ${text}`)
  }
}

const toPrintable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 80)
