import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { WalletRow } from '#contract/analysis/report-parts.ts'
import { formatReportCsv } from '#server/modules/analysis/report-csv.ts'

const WALLET = {
  rank: 1,
  address: 'A',
  labels: [{ label: 'sniper', hard: true, reason: '=HYPERLINK("x")' }],
  flags: [],
  bought_tokens: '2500000',
  sold_tokens: '0',
  held_tokens: '2500001',
  realized_sol: -1.5,
} as unknown as WalletRow

const readRow = async () => {
  async function* wallets() {
    yield WALLET
  }
  const lines = (await text(formatReportCsv(wallets(), 6))).split('\r\n')
  const names = lines[0]?.split(',') ?? []
  return { line: lines[1] ?? '', read: (name: string) => lines[1]?.split(',')[names.indexOf(name)] }
}

it('writes amounts of the token in whole tokens', async () => {
  const { read } = await readRow()
  expect(read('bought_tokens')).toBe('2.5')
  expect(read('sold_tokens')).toBe('0')
  expect(read('held_tokens')).toBe('2.500001')
  expect(read('realized_sol')).toBe('-1.5')
})

it('keeps texts from running as formulas', async () => {
  expect((await readRow()).line).toContain(`"'=HYPERLINK(""x"")"`)
})
