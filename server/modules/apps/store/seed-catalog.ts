import type { Database } from '#server/db/database.ts'
import { findApp, refreshEntry } from './app-repository.ts'
import type { AppReview } from '#server/modules/apps/review/app-review.ts'
import { CATALOG } from './catalog.ts'

/**
 * Adds the built-in list to the store without changing existing apps. Our own servers are approved with the tools of
 * this version; others wait for a review or are refused for the given reason.
 */
export const seedCatalog = async ({
  db,
  review,
}: {
  db: Database
  review: Pick<AppReview, 'add' | 'approve' | 'audit' | 'reject'>
}): Promise<void> => {
  for (const { refusedFor, writingTools, ...entry } of CATALOG) {
    const isNew = await review.add(entry, {
      actor: 'product',
      note: 'From the product’s own list.',
    })
    if (isNew && refusedFor !== undefined) await review.reject(entry.id, refusedFor, 'product')
    if (entry.transport.kind !== 'builtin') continue
    if (!isNew) await refreshEntry(db, entry)
    await keepCurrent(entry.id, { db, review, writingTools })
  }
}

const keepCurrent = async (
  id: string,
  {
    db,
    review,
    writingTools,
  }: {
    db: Database
    review: Pick<AppReview, 'approve' | 'audit'>
    writingTools: readonly string[] | undefined
  },
): Promise<void> => {
  const app = await findApp(db, id)
  // Apps that the operator disabled remain disabled.
  if (app === undefined || (app.pin !== null && app.auditStatus !== 'approved')) return
  const outcome = await review.approve(id, {
    actor: 'product',
    note: 'Part of the product.',
    onlyIfChanged: true,
    ...(writingTools === undefined ? {} : { writingTools }),
  })
  if (!outcome.ok) throw new Error(`the product's own app ${id} cannot be used: ${outcome.reason}`)
}
