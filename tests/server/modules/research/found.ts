import { buildDigest } from '#server/modules/research/digest/digest.ts'
import type { FoundFigure, SourceYield } from '#server/modules/research/pipeline/evidence.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'

export const NOW = Date.UTC(2026, 10, 20, 12)

/** A source with one report, an hour old, and figures. */
export const from = (sourceId: string, title: string, text = '', figures: FoundFigure[] = []) =>
  ({
    sourceId,
    sourceName: sourceId,
    kind: 'news',
    isDemo: false,
    retrievedAtMs: NOW,
    figures,
    series: [],
    documents:
      title === ''
        ? []
        : [
            {
              url: `https://${sourceId}.example/x`,
              title,
              text: `${title}. ${text}`,
              publishedAt: new Date(NOW - 3_600_000).toISOString(),
            },
          ],
  }) satisfies SourceYield

export const figure = (subject: string, measure: string, value: number): FoundFigure => ({
  subject,
  measure,
  label: `${subject} ${measure}`,
  unit: measure === 'change_24h' ? 'percent' : 'usd',
  raw: String(value),
  value,
  url: 'https://m.example',
  page: subject,
})

/** Returns the digest of a question over these sources. */
export const ask = (query: string, yields: SourceYield[]) =>
  buildDigest({ plan: planResearch(query, NOW), yields, reports: [] })
