import { describe, expect, it } from 'vitest'
import type { Queryable } from '#server/db/database.ts'
import { storeReport } from '#server/modules/analysis/report-store.ts'
import { demoReport } from '#tests/support/reports.ts'

const { wallets, ...rest } = demoReport()
/** Enough for many blocks. */
const many = Array.from({ length: 40 }, () => wallets).flat()

/** Stores the report in a database that handles its statements by `handle`. */
async function store(handle: (text: string) => Promise<void>) {
  let made = 0
  const drafts = many.map((wallet) => () => {
    made++
    return wallet
  })
  const query: Queryable['query'] = async (text) => {
    await handle(text)
    return []
  }
  const db = { query, transaction: <T>(work: (tx: Queryable) => Promise<T>) => work({ query }) }
  const body = await storeReport(db, 'id', { ...rest, wallets: drafts, excluded: [] }).catch(
    (error: Error) => error.message,
  )
  return { body, made }
}

describe('storing a report', () => {
  it('sends one statement at a time', async () => {
    let open = 0
    let most = 0
    const { made } = await store(async () => {
      most = Math.max(most, ++open)
      await new Promise(setImmediate)
      open--
    })
    expect({ most, made }).toEqual({ most: 1, made: many.length })
  })

  it('makes no more wallets once one cannot be stored', async () => {
    const { body, made } = await store(async (text) => {
      if (text.includes('ca_report_block')) throw new Error('the disk is full')
    })
    expect(body).toBe('the disk is full')
    expect(made).toBeLessThan(many.length / 2)
  })

  it('names the best wallets in the body', async () => {
    const { body } = await store(() => Promise.resolve())
    const { best } = JSON.parse(body) as { best: { address: string }[] }
    expect(best.map(({ address }) => address)).toEqual(
      many.slice(0, 10).map(({ address }) => address),
    )
  })
})
