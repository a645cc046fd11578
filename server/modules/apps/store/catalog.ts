import { AppEntry } from './app-entry.ts'
import { PRODUCT_CATALOG } from './product-catalog.ts'
import publicApps from './public-apps.json' with { type: 'json' }

/** `refusedFor` excludes an app for a reason that no review of its tools can fix. */
type CatalogEntry = AppEntry & { refusedFor?: string; writingTools?: readonly string[] }

const REFUSED: Readonly<Record<string, string>> = {
  'solana-agent-kit':
    'It needs a wallet’s private key and signs by itself. Only a person’s wallet may sign.',
}

/** The built-in list: our own apps, and public MCP servers, which wait for an operator's review. */
export const CATALOG: readonly CatalogEntry[] = [
  ...PRODUCT_CATALOG,
  ...publicApps.map((app) => withRefusal(AppEntry.parse(app))),
]

function withRefusal(entry: AppEntry): CatalogEntry {
  const refusedFor = REFUSED[entry.id]
  return refusedFor === undefined ? entry : { ...entry, refusedFor }
}
