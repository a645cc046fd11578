import type { ResearchFocus } from '#contract/research/focus.ts'
import type { addOwnSource, OwnSource } from '#contract/research/research.ts'
import type { ResponseOf } from '#contract/endpoint/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { gather } from '#server/modules/research/pipeline/gather.ts'
import { listFocuses } from '#server/modules/research/pipeline/source-focus.ts'
import type { SourceRegistry } from '#server/modules/research/pipeline/run-research.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'
import { createOwnSource } from '#server/modules/research/sources/own-source.ts'
import { parseWebUrl } from '#server/modules/research/text/canonical-url.ts'
import {
  deleteOwnSourceRow,
  insertOwnSource,
  listOwnSourceRows,
  MAX_OWN_SOURCES,
  type OwnSourceRow,
} from './own-source-repository.ts'

export type OwnSources = ReturnType<typeof createOwnSources>

export const createOwnSources = (db: Database, registry: SourceRegistry) => ({
  list: async (userId: string): Promise<OwnSource[]> =>
    (await listOwnSourceRows(db, userId)).map(toOwnSource),

  async listFocuses(userId: string): Promise<ResearchFocus[]> {
    const own = registry.outside === null ? [] : await listOwnSourceRows(db, userId)
    return listFocuses(registry.sources, own.length > 0)
  },

  /** Stores the source and tries to read it once. A source that fails now may work later. */
  async add(
    userId: string,
    { url: given, name }: { url: string; name: string | undefined },
  ): Promise<ResponseOf<typeof addOwnSource>['data']> {
    const url = parseWebUrl(/^[a-z][a-z\d+.-]*:/i.test(given) ? given : `https://${given}`)
    if (url === null || !isInternetHost(url.hostname)) {
      throw new AppError(
        'VALIDATION_FAILED',
        'Enter the address of a feed or page, such as https://example.com/feed.xml',
      )
    }
    const named = name === undefined || name === '' ? url.host.replace(/^www\./, '') : name
    const row = await db.transaction(async (tx) => {
      await lockUser(tx, userId)
      return insertOwnSource(tx, { id: uuidv7(), userId, name: named, url: url.href })
    })
    if (row === undefined) {
      throw createCapError(`You have ${MAX_OWN_SOURCES} sources. Remove one you no longer need`)
    }
    return { ...toOwnSource(row), problem: await findProblem(row, registry) }
  },

  async remove(userId: string, id: string): Promise<void> {
    const isGone = isUuid(id) && (await deleteOwnSourceRow(db, userId, id))
    if (!isGone) throw new AppError('NOT_FOUND', 'There is no such source')
  },
})

/** Reads a source as a research does, and returns why that failed, or null. */
async function findProblem(
  row: OwnSourceRow,
  { now, limits: { sourceMs }, openReaders, outside }: SourceRegistry,
): Promise<string | null> {
  if (outside === null) return null
  const { reports } = await gather(planResearch('news', now()), {
    now,
    sourceMs,
    createReaders: openReaders(),
    fetchAnswer: outside.fetchAnswer,
    sources: [createOwnSource(row)],
    isDemo: false,
    signal: AbortSignal.timeout(sourceMs),
    onReport: () => undefined,
  })
  const [report] = reports
  return report?.state === 'failed' ? report.reason : null
}

/** Returns false for a name without a dot: a word that is not an address, or a host of a private network. */
const isInternetHost = (hostname: string): boolean =>
  hostname.startsWith('[') || /[^.]\.[^.]/.test(hostname)

const toOwnSource = ({ id, name, url, createdAt }: OwnSourceRow): OwnSource => ({
  id,
  name,
  url,
  created_at: createdAt.toISOString(),
})
