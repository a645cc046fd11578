import { describe, expect, it } from 'vitest'
import {
  fisherTail,
  logChoose,
  normalQuantile,
  normalTail,
  overlapTail,
  qValues,
} from '#engine/finder/statistics.ts'

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.158655254],
    [1.959963985, 0.025],
    [-1.281551566, 0.9],
    [5, 2.866516e-7],
  ])('exceeds %d with chance %d', (z, p) => {
    expect(normalTail(z) / p).toBeCloseTo(1, 6)
    expect(normalQuantile(p)).toBeCloseTo(z, 5)
  })
})

it('combines p-values as Fisher does', () => {
  // One p-value is itself. For two, the chance that a product is at most c is c (1 - ln c).
  expect(fisherTail([Math.log(0.3)])).toBeCloseTo(0.3, 12)
  const product = 0.1 * 0.2
  expect(fisherTail([Math.log(0.1), Math.log(0.2)])).toBeCloseTo(
    product * (1 - Math.log(product)),
    12,
  )
  expect(fisherTail([0, 0, 0])).toBe(1)
})

it('counts overlaps as draws without replacement', () => {
  // 2 of 4 drawn twice: 6 pairs, 1 of them the same pair, 4 with one in common.
  expect(overlapTail(4, 2, 2, 2)).toBeCloseTo(1 / 6, 12)
  expect(overlapTail(4, 2, 2, 1)).toBeCloseTo(5 / 6, 12)
  expect(overlapTail(4, 2, 2, 0)).toBeCloseTo(1, 12)
  expect(Math.exp(logChoose(10, 3))).toBeCloseTo(120, 9)
})

it('corrects for the number of tests as Benjamini and Hochberg do', () => {
  // Sorted: 0.01·4/1, 0.02·4/2, 0.03·4/3, 0.5·4/4, each at most the next.
  expect(qValues([0.5, 0.01, 0.03, 0.02]).map((q) => Number(q.toFixed(6)))).toEqual([
    0.5, 0.04, 0.04, 0.04,
  ])
  expect(qValues([])).toEqual([])
})
