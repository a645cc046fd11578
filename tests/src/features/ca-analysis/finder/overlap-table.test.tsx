import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FinderOverlap } from '#contract/analysis/finder.ts'
import { OverlapTable } from '#src/features/ca-analysis/finder/overlap-table.tsx'

const pair = (numbers: Partial<FinderOverlap>): FinderOverlap => ({
  mints: ['a', 'b'],
  traded_both: 29,
  others_both: 7,
  expected: 2.5,
  p_value: 0.01,
  ranked_both: 29,
  good_both: 6,
  good_expected: 3.4,
  good_p_value: 0.04,
  ...numbers,
})

const readRow = (numbers: Partial<FinderOverlap>) => {
  const { unmount } = render(<OverlapTable overlap={[pair(numbers)]} tokenName={(mint) => mint} />)
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  unmount()
  return cells
}

it('sets the expected number beside the number that it is about', () => {
  expect(readRow({})).toEqual(['29', '7', '2.5', '1.0%', '6', '3.4', '4.0%'])
})

it('has a name of its own for each column', () => {
  render(<OverlapTable overlap={[]} tokenName={(mint) => mint} />)
  const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(new Set(names).size).toBe(8)
  expect(names).toEqual(
    expect.arrayContaining(['Expected by chance', 'Chance of this many or more']),
  )
})

it('omits the expected number where no other trader could have traded both', () => {
  const cells = readRow({ others_both: 0, expected: 0, p_value: 1 })
  expect(cells.slice(0, 4)).toEqual(['29', '—', '—', '—'])
})
