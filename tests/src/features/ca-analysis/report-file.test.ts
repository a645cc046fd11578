import { expect, it } from 'vitest'
import { nameFinderFile, nameReportFile } from '#src/features/ca-analysis/report-file.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const DAY = /-\d{4}-\d{2}-\d{2}$/

const head = (symbol: string | null) =>
  ({ mint: MINT, token: { symbol } }) as Parameters<typeof nameReportFile>[0]

it('names the file of a report by its token and day', () => {
  expect(nameReportFile(head('BONK'))).toMatch(/^BONK-EPjFWdd5-/)
  expect(nameReportFile(head('BONK'))).toMatch(DAY)
  expect(nameReportFile(head(null))).toMatch(/^EPjFWdd5-\d/)
})

it('removes characters that a file name cannot have', () => {
  expect(nameReportFile(head('../=x"\n'))).toMatch(/^x-EPjFWdd5-/)
})

it('names the file of a search by all its tokens', () => {
  const mints = [{ symbol: 'WIF' }, { symbol: null }].map((each) => ({ mint: MINT, ...each }))
  const name = nameFinderFile({ mints } as Parameters<typeof nameFinderFile>[0])
  expect(name).toMatch(/^wallet-finder-WIF-EPjFWdd5-/)
})
