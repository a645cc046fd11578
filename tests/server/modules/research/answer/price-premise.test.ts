import { expect, it } from 'vitest'
import type { Figure, Series } from '#contract/research/digest.ts'
import { findPriceChange } from '#server/modules/research/answer/price-premise.ts'
import { readIntent } from '#server/modules/research/question/question-intent.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'

const hour = (at: string, value: number) => ({ time: Date.parse(at) / 1000, value })

it('reads the prices of yesterday also in the first hour of a day', () => {
  const plan = planResearch('SOL price yesterday', Date.parse('2026-11-28T00:15:00Z'))
  const series = [
    {
      measure: 'price',
      subject: 'SOL',
      points: [hour('2026-11-27T00:00:00Z', 150), hour('2026-11-27T23:00:00Z', 153)],
    },
  ] as unknown as Series[]
  const figures = [{ measure: 'change_24h', subject: 'SOL' }] as unknown as Figure[]
  expect(findPriceChange({ plan, intent: readIntent(plan), series, figures })?.percent).toBeCloseTo(
    2,
  )
})
