import { describe, expect, it } from 'vitest'
import { readMarket } from '#engine/report/market.ts'
import { rankProvisionally } from '#engine/report/ranking.ts'
import { analyze, completeReport, draftReport } from '#engine/report/report.ts'
import { collectible } from '#tests/engine/demo-window.ts'
import { inputOf } from '#tests/engine/market.ts'

const { mint, transactions, funders } = collectible()
const input = inputOf(transactions, { mint, funders })
const text = JSON.stringify(analyze(input))

describe('the draft of a report', () => {
  it('has wallets without their trades, and makes the same whole wallets each time', () => {
    const draft = draftReport(readMarket(input), input)
    const rows = [...draft.wallets, ...draft.excluded].map(({ row }) => row)
    expect(rows.some((row) => 'evidence' in row || 'pnl_series' in row)).toBe(false)
    expect(JSON.stringify(completeReport(draft))).toBe(text)
    expect(JSON.stringify(completeReport(draft))).toBe(text)
  })

  it('does not depend on a ranking that was made before the funders were known', () => {
    const market = readMarket(input)
    rankProvisionally(market)
    expect(JSON.stringify(completeReport(draftReport(market, input)))).toBe(text)
  })
})
