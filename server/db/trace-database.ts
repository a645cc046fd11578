import type { Tracing } from '#server/lib/tracing.ts'
import type { Database, Queryable } from './database.ts'

/** Statements are static, and their values are not in the text. */
const MAX_TEXT = 300

/** Returns a database whose statements and transactions are spans. Without tracing, returns `db`. */
export function traceDatabase(db: Database, tracing: Tracing | null): Database {
  if (tracing === null) return db
  const describeStatement = (text: string) => ({
    'db.system.name': 'postgresql',
    'db.query.text': text.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT),
  })
  const traced = (q: Queryable): Queryable => ({
    query: (text, params) =>
      tracing.run('query', describeStatement(text), () => q.query(text, params)),
  })
  return {
    ...db,
    ...traced(db),
    slowReads: {
      query: (text, params, options) =>
        tracing.run('slow read', describeStatement(text), () =>
          db.slowReads.query(text, params, options),
        ),
    },
    transaction: (work) =>
      tracing.run('transaction', {}, () => db.transaction((tx) => work(traced(tx)))),
  }
}
