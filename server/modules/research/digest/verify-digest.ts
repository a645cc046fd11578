import type { Digest } from '#contract/research/digest.ts'

type Checked = Pick<
  Digest,
  'evidence' | 'figures' | 'series' | 'stories' | 'disagreements' | 'timeline' | 'checks'
>

/**
 * Removes and counts what the evidence does not support: unknown citations, sentences and figures that are not in
 * their source literally. Any failure is a bug of this product.
 */
export function verifyDigest(made: Omit<Checked, 'checks'>): Checked {
  const texts = new Map(made.evidence.map(({ n, text }) => [n, text]))
  const citations = tally()
  const sentences = tally()
  const figures = tally()
  const cited = (n: number): boolean => citations.count(texts.has(n))
  const stands = (text: string, n: number): boolean => texts.get(n)?.includes(text) === true

  // Displayed figures were already checked by their raw characters.
  const isFigure = (n: number, display: string): boolean =>
    made.figures.some((figure) => figure.cite === n && figure.display === display)

  const stories = made.stories.flatMap((story) => {
    const isTitled =
      cited(story.title_cite) && sentences.count(stands(story.title, story.title_cite))
    if (!isTitled) return []
    const quoted = story.sentences.filter(
      ({ text, cite }) => cited(cite) && sentences.count(stands(text, cite)),
    )
    return [{ ...story, sentences: quoted, cites: story.cites.filter(cited) }]
  })
  const kept = made.figures.filter(
    ({ raw, cite }) => cited(cite) && figures.count(stands(raw, cite)),
  )
  const disagreements = made.disagreements.flatMap((disagreement) => {
    const values = disagreement.values.filter(
      ({ text, cite }) =>
        cited(cite) && (isFigure(cite, text) || figures.count(stands(text, cite))),
    )
    return values.length > 1 ? [{ ...disagreement, values }] : []
  })
  return {
    evidence: made.evidence,
    figures: kept,
    series: made.series.filter(({ cite }) => cited(cite)),
    stories,
    disagreements,
    timeline: made.timeline.filter(({ cite }) => cited(cite)),
    checks: { citations: citations.result, sentences: sentences.result, figures: figures.result },
  }
}

function tally() {
  const result = { checked: 0, failed: 0 }
  return {
    result,
    count(isGood: boolean): boolean {
      result.checked += 1
      if (!isGood) result.failed += 1
      return isGood
    },
  }
}
