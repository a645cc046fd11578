import { describe, expect, it } from 'vitest'
import {
  filterDigest,
  groupFigures,
  NO_FILTER,
} from '#src/features/research/digest/digest-filter.ts'
import { testDigest } from '#tests/src/features/research/digest.ts'

const digest = testDigest()
const shownWith = (change: Partial<typeof NO_FILTER>) =>
  filterDigest(digest, { ...NO_FILTER, ...change })

describe('filtering a digest', () => {
  it('shows everything at first', () => {
    const { figures, stories, timeline, disagreements, series } = filterDigest(digest, NO_FILTER)
    expect({ figures, stories, timeline, disagreements, series }).toEqual({
      figures: digest.figures,
      stories: digest.stories,
      timeline: digest.timeline,
      disagreements: digest.disagreements,
      series: digest.series,
    })
  })

  it('keeps only the chosen source’s part of a story', () => {
    const { stories, figures, timeline } = shownWith({ from: 'source:post' })
    expect(stories.map(({ id, cites, sentences }) => [id, cites, sentences.length])).toEqual([
      ['votes', [3], 0],
      ['old', [4], 0],
    ])
    expect(figures).toEqual([])
    expect(timeline.map(({ cite }) => cite)).toEqual([4])
  })

  it('takes a kind of source', () => {
    const { figures, stories, series } = shownWith({ from: 'kind:market' })
    expect(figures.map(({ cite }) => cite)).toEqual([1])
    expect(stories).toEqual([])
    expect(series).toHaveLength(1)
  })

  it('omits older parts, counted from the time of the digest', () => {
    const { stories, timeline } = shownWith({ withinHours: 168 })
    expect(stories.map(({ id }) => id)).toEqual(['votes'])
    expect(timeline).toHaveLength(1)
  })

  it('keeps parts without a time', () => {
    const [story] = digest.stories
    const timeless = testDigest({ stories: story ? [{ ...story, last_at: null }] : [] })
    expect(filterDigest(timeless, { ...NO_FILTER, withinHours: 1 }).stories).toHaveLength(1)
  })

  it('shows only new parts', () => {
    const { stories, timeline, disagreements } = shownWith({ isOnlyNew: true })
    expect(stories.map(({ id }) => id)).toEqual(['votes'])
    expect(timeline.map(({ story_id: id }) => id)).toEqual(['votes'])
    expect(disagreements).toEqual([])
  })
})

describe('grouping figures', () => {
  it('puts the same measure of several sources into one row', () => {
    const groups = groupFigures(digest.figures)
    expect(groups.map(({ headline, others }) => [headline.cite, others.length])).toEqual([[1, 1]])
  })
})
