import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { formatVersion, type Version } from '#server/lib/version.ts'
import type { Accounts } from '#server/modules/auth/account-service.ts'

const DEMO_NAME = 'demo'
const BULLET = '  '

/**
 * Creates the user `demo` with a new password, also beside accounts that an operator added before the first start. Returns
 * null if it exists, or anyone has signed in.
 */
export const createDemoUser = async (
  db: Database,
  accounts: Accounts,
): Promise<{ username: string; password: string } | null> => {
  const [row] = await db.query<{ found: boolean }>(
    'select exists (select 1 from user_session) as found',
  )
  if (row?.found !== false) return null
  const password = randomBytes(12).toString('base64url')
  try {
    const { username } = await accounts.add({ username: DEMO_NAME, password })
    return { username, password }
  } catch (error) {
    // Another server created the user first.
    if (error instanceof AppError && error.code === 'USERNAME_TAKEN') return null
    throw error
  }
}

type Places = {
  config: Config
  url: string
  rpcUrl: string
  isEmbeddedDatabase: boolean
  isEmbeddedChain: boolean
  /** Shown once, at the first start; else null. */
  demoUser: { username: string; password: string } | null
  version: Version
  readyMs: number
}

/** Returns the lines that the first terminal shows: where everything is, and how to sign in. */
export const formatBanner = (places: Places): string => {
  const { config, url, demoUser } = places
  const rows: readonly (readonly [string, string])[] = [
    ['open', url],
    ...(config.publicOrigin === null ? [] : [['public', config.publicOrigin] as const]),
    ['database', places.isEmbeddedDatabase ? `embedded, ${config.dataDir}` : 'DATABASE_URL'],
    [
      'chain',
      places.isEmbeddedChain
        ? `embedded ${config.solana.network}, ${places.rpcUrl}`
        : `${config.solana.network}, SOLANA_RPC_URL`,
    ],
    ['model', config.llm === null ? 'none (commands and tools)' : config.llm.model],
    ['version', formatVersion(places.version)],
    ['sign in', describeSignIn(config)],
  ]
  const lines = rows.map(([name, value]) => `${BULLET}${name.padEnd(9)} ${value}`)
  if (demoUser !== null) {
    lines.push(
      `${BULLET}${''.padEnd(9)} or user ${demoUser.username} password ${demoUser.password} (shown this once)`,
    )
  }
  return [
    '',
    `${config.appName} is ready (${(places.readyMs / 1000).toFixed(1)} s)`,
    '',
    ...lines,
    '',
    `${BULLET}Press Ctrl-C to stop.`,
    '',
  ].join('\n')
}

const describeSignIn = ({ solana }: Config): string =>
  solana.network === 'localnet'
    ? 'with the Local Dev Wallet, no extension needed'
    : 'with a Solana wallet, or a password made by npm run admin -- user add NAME'
