import { existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { getErrorMessage } from '#contract/error-message.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { loadConfig, type Config } from '#server/config.ts'
import { findRunningServer, type RunningServer } from '#server/boot/storage/data-dir.ts'
import { describeSkew, measureSkew, readDatabaseTime } from '#server/db/clock-skew.ts'
import { findPostgresBinaries } from '#server/db/embedded/postgres-binaries.ts'
import { holdPort } from '#server/boot/free-port.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { assertNetwork } from '#server/boot/chain/networks.ts'
import { groupDigits } from '#server/lib/text/group-digits.ts'
import { readVersion, formatVersion } from '#server/lib/version.ts'
import { createAppSecrets } from '#server/modules/apps/sign-in/app-secrets.ts'
import { listSealedKeys } from '#server/modules/chat/model/own-models.ts'
import { createSecretBox } from '#server/lib/secret-box.ts'
import { readSecrets } from '#server/boot/storage/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { tryModel, tryPrice, tryPublicAddress, tryQueue, trySources } from './doctor-services.ts'
import { CommandError, print, printValue, withDatabase } from '#server/cli/operator.ts'

const MIN_NODE = 24
const MIN_FREE_BYTES = 500_000_000
const RPC_TIMEOUT_MS = 5_000

type Installation = {
  config: Config
  running: RunningServer | null
  /** Nothing is stored yet; the checks must not create files. */
  isFresh: boolean
}
type Check = readonly [name: string, run: (installation: Installation) => string | Promise<string>]

export const addDoctorCommand = (program: Command): void => {
  program
    .command('doctor')
    .description('look at everything the product needs; exit 1 when something is missing')
    .action(async () => {
      const installation = readInstallation()
      const outcomes: { check: string; isOk: boolean; text: string }[] = []
      for (const [name, run] of CHECKS) {
        try {
          outcomes.push({ check: name, isOk: true, text: await run(installation) })
        } catch (error) {
          outcomes.push({ check: name, isOk: false, text: getErrorMessage(error) })
        }
        const { isOk, text } = outcomes.at(-1) ?? { isOk: false, text: '' }
        print(`${isOk ? 'ok  ' : 'FAIL'}  ${name}: ${text}`)
      }
      printValue(outcomes, [])
      const failures = outcomes.filter(({ isOk }) => !isOk).length
      if (failures > 0) throw new CommandError(`${failures} of ${outcomes.length} checks failed.`)
    })
}

const CHECKS: readonly Check[] = [
  ['Node', checkNodeVersion],
  ['version', async () => formatVersion(await readVersion())],
  ['proxy', ({ config }) => checkProxy(config)],
  ['configuration', ({ config }) => `network ${config.solana.network}`],
  ['data directory', ({ config }) => checkDataDirectory(config.dataDir)],
  [
    'server',
    ({ running }) =>
      running === null ? 'not running' : `pid ${running.pid}, ${running.url ?? 'starting'}`,
  ],
  ['ports', checkPorts],
  ['database', checkDatabase],
  ['ledger', checkBooks],
  ['app keys', checkAppKeys],
  ['chain', checkChain],
  ['clock', checkClock],
  ['queue', async ({ isFresh }) => (isFresh ? 'empty' : withDatabase(tryQueue))],
  ['model', ({ config }) => tryModel(config)],
  ['price', ({ config }) => tryPrice(config)],
  ['sources', ({ config }) => trySources(config)],
  ['public address', ({ config }) => tryPublicAddress(config)],
  ['idle cost', describeIdleCost],
  ['browser side', checkSite],
]

const readInstallation = (): Installation => {
  const config = loadConfig()
  const isFresh = config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'postgres'))
  return { config, running: findRunningServer(config.dataDir), isFresh }
}

async function assertPortFree(...wanted: Parameters<typeof holdPort>): Promise<void> {
  const held = await holdPort(...wanted)
  held.release()
}

async function checkPorts({ config, running }: Installation): Promise<string> {
  if (running !== null) return 'held by the server'
  await assertPortFree(config.host, config.port)
  const chainPort = config.solana.rpcUrl === null ? config.solana.localPort : 0
  if (chainPort === 0) return config.port === 0 ? 'any free ones' : `${config.port} is free`
  const key = 'SOLANA_LOCAL_PORT'
  await assertPortFree('127.0.0.1', chainPort, { key })
  await assertPortFree('127.0.0.1', chainPort + 1, { key })
  return `${config.port}, ${chainPort} and ${chainPort + 1} are free`
}

async function checkDatabase({ config, isFresh }: Installation): Promise<string> {
  const where = config.databaseUrl === null ? findPostgresBinaries().postgres : 'DATABASE_URL'
  if (isFresh) return `embedded, made at the first start (${where})`
  const [row] = await withDatabase((db) =>
    db.query<{ version: string }>('select version() as version'),
  )
  return `${row?.version.split(' ').slice(0, 2).join(' ') ?? ''} (${where})`
}

async function checkBooks({ isFresh }: Installation): Promise<string> {
  if (isFresh) return 'empty'
  const violations = await withDatabase((db) => createLedger(db).check())
  if (violations.length > 0) throw new Error(`${violations.length} invariants are violated`)
  return 'every invariant holds'
}

async function checkAppKeys({ config, isFresh }: Installation): Promise<string> {
  if (isFresh) return 'none'
  const secrets = config.jwtSecrets.length > 0 ? null : readSecrets(config.dataDir)
  if (config.jwtSecrets.length === 0 && secrets === null) {
    return 'not read: JWT_SECRET is not set, and no server has started with this DATA_DIR'
  }
  return withDatabase((db) =>
    countKeys(db, secrets === null ? config.jwtSecrets : [secrets.jwtSecret]),
  )
}

async function checkChain({ config, running }: Installation): Promise<string> {
  const url = config.solana.rpcUrl ?? running?.rpcUrl ?? null
  if (url === null) return 'embedded, starts with the server'
  const rpc = createSolanaRpc({ url, timeoutMs: RPC_TIMEOUT_MS })
  await assertNetwork(rpc, { network: config.solana.network, rpcUrl: url })
  return `slot ${await rpc.getSlot()}`
}

async function checkClock({ config, isFresh }: Installation): Promise<string> {
  const clocks: [whose: string, read: () => Promise<number>][] = []
  if (config.databaseUrl !== null && !isFresh) {
    clocks.push(['the database', () => withDatabase(readDatabaseTime)])
  }
  const url = config.solana.rpcUrl
  if (url !== null && config.solana.network !== 'localnet') {
    clocks.push(['the chain', () => readChainTime(url)])
  }
  for (const [whose, read] of clocks) {
    const skew = describeSkew(await measureSkew(read), whose)
    if (skew !== null) throw new Error(skew)
  }
  const compared = clocks.map(([whose]) => whose).join(' and ')
  return compared === '' ? 'nothing to compare it with' : `agrees with that of ${compared}`
}

async function readChainTime(url: string): Promise<number> {
  const rpc = createSolanaRpc({ url, timeoutMs: RPC_TIMEOUT_MS })
  const seconds = await rpc.getBlockTime(await rpc.getSlot())
  if (seconds === null) throw new Error('the node knows no time of its latest block; try again')
  return seconds * 1_000
}

function describeIdleCost({ config }: Installation): string {
  const perMonth = 1_000 * Math.round((2 * 30 * 86_400) / config.reconcileSeconds / 1_000)
  return `about ${groupDigits(String(perMonth))} RPC calls a month to look for payments (RECONCILE_SECONDS=${config.reconcileSeconds})`
}

function checkSite(): string {
  const index = path.resolve(import.meta.dirname, '../../../dist/index.html')
  if (!existsSync(index)) return 'not built yet; npm start builds it'
  return `built ${statSync(index).mtime.toISOString()}`
}

const countKeys = async (db: Database, secrets: readonly string[]): Promise<string> => {
  const box = createSecretBox(secrets)
  const apps = await createAppSecrets({ db, box }).countByKey()
  const models = await box.countByKey(listSealedKeys(db))
  const counts = {
    newest: apps.newest + models.newest,
    older: apps.older + models.older,
    unreadable: apps.unreadable + models.unreadable,
  }
  if (counts.unreadable > 0) {
    throw new Error(
      `${counts.unreadable} cannot be decrypted; add the secret that JWT_SECRET had before, or their owners enter them again`,
    )
  }
  if (counts.older > 0) {
    throw new Error(
      `${counts.older} are encrypted with an old secret; restart a server before you drop it from JWT_SECRET`,
    )
  }
  return `${counts.newest}, all encrypted with the newest secret`
}

function checkProxy({ publicOrigin, trustProxy }: Config): string {
  const isBehindTls = publicOrigin?.startsWith('https:') === true
  if (isBehindTls && trustProxy.length === 0) {
    throw new Error(
      'PUBLIC_ORIGIN is https, so a proxy stands in front; name it in TRUST_PROXY, or all users share one sign-in limit',
    )
  }
  return trustProxy.length === 0 ? 'none' : `trusts ${trustProxy.join(', ')}`
}

function checkNodeVersion(): string {
  if (Number(process.versions.node.split('.')[0]) < MIN_NODE) {
    throw new Error(`${process.versions.node} is too old, ${MIN_NODE} is needed`)
  }
  return process.versions.node
}

function checkDataDirectory(dir: string): string {
  if (!existsSync(dir)) return `${dir} is made at the first start`
  const mode = statSync(dir).mode & 0o777
  if ((mode & 0o077) !== 0) {
    throw new Error(`${dir} can be read by others (mode ${mode.toString(8)}); chmod 700 it`)
  }
  const disk = statfsSync(dir)
  const freeBytes = disk.bavail * disk.bsize
  if (freeBytes < MIN_FREE_BYTES) {
    throw new Error(`only ${Math.floor(freeBytes / 1e6)} MB are free under ${dir}`)
  }
  return `${dir}, ${Math.floor(freeBytes / 1e9)} GB free`
}
