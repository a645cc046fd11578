import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { readMarket } from '#engine/report/market.ts'
import { rankProvisionally } from '#engine/report/ranking.ts'
import { analyze, completeReport, draftReport, type DraftReport } from '#engine/report/report.ts'
import { collectible } from '#tests/engine/demo-window.ts'
import { inputOf } from '#tests/engine/market.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const { mint, transactions, funders } = collectible()
const input = inputOf(transactions, { mint, funders })
const text = JSON.stringify(analyze(input))

describe('the draft of a report', () => {
  it('has wallets without trades, and rebuilds the same full wallets each time', () => {
    const draft = draftReport(readMarket(input), input)
    const rows = [...draft.wallets, ...draft.excluded].map(({ row }) => row)
    expect(rows.some((row) => 'evidence' in row || 'pnl_series' in row)).toBe(false)
    expect(JSON.stringify(completeReport(draft))).toBe(text)
    expect(JSON.stringify(completeReport(draft))).toBe(text)
  })

  it("does not keep the market's data in memory", async () => {
    const make = (): { draft: DraftReport; balances: WeakRef<object> } => {
      const market = readMarket(input)
      const draft = draftReport(market, input)
      return { draft, balances: new WeakRef(market.window.balances) }
    }
    const { draft, balances } = make()
    // One collection may still find it on the stack. Each look keeps it until the next turn.
    await vi.waitFor(async () => {
      await nextTurn()
      collectGarbage()
      expect(balances.deref()).toBeUndefined()
    })
    expect(JSON.stringify(completeReport(draft))).toBe(text)
  })

  it('does not depend on a ranking that was made before the funders were known', () => {
    const market = readMarket(input)
    rankProvisionally(market)
    expect(JSON.stringify(completeReport(draftReport(market, input)))).toBe(text)
  })
})
