import type {
  Digest,
  Evidence,
  Figure,
  Series,
  SourceKind,
  Story,
  TimelineEntry,
} from '#contract/research/digest.ts'

const MS_PER_HOUR = 3_600_000

export type DigestFilter = {
  /** Everything, one kind of source, or one source by its id. */
  readonly from: 'all' | `kind:${SourceKind}` | `source:${string}`
  /** Maximum age at the time of the digest. */
  readonly withinHours: number | null
  readonly isOnlyNew: boolean
}

export const NO_FILTER: DigestFilter = { from: 'all', withinHours: null, isOnlyNew: false }

export type ShownDigest = {
  readonly figures: readonly Figure[]
  readonly series: readonly Series[]
  readonly stories: readonly Story[]
  readonly disagreements: Digest['disagreements']
  readonly timeline: readonly TimelineEntry[]
}

/** Returns the parts of a digest from the chosen sources that are recent enough. Parts without a time stay. */
export const filterDigest = (digest: Digest, filter: DigestFilter): ShownDigest => {
  const { from, withinHours, isOnlyNew } = filter
  const cited = new Map(digest.evidence.map((evidence) => [evidence.n, evidence]))
  const earliestMs =
    withinHours === null
      ? Number.NEGATIVE_INFINITY
      : Date.parse(digest.made_at) - withinHours * MS_PER_HOUR
  const isFrom = (n: number) => from === 'all' || isFromSource(cited.get(n), from)
  const isRecent = (iso: string | null) => iso === null || !(Date.parse(iso) < earliestMs)

  const stories = digest.stories
    .filter((story) => !isOnlyNew || story.is_new)
    .filter((story) => isRecent(story.last_at) && story.cites.some(isFrom))
    .map((story) => ({
      ...story,
      sentences: story.sentences.filter(({ cite }) => isFrom(cite)),
      cites: story.cites.filter(isFrom),
    }))
  const storyIds = new Set(stories.map(({ id }) => id))
  return {
    figures: digest.figures.filter(
      ({ cite, as_of: asOf, previous, value }) =>
        isFrom(cite) && isRecent(asOf) && (!isOnlyNew || previous?.value !== value),
    ),
    series: isOnlyNew ? [] : digest.series.filter(({ cite }) => isFrom(cite)),
    stories,
    disagreements: isOnlyNew
      ? []
      : digest.disagreements.filter(({ values }) => values.some(({ cite }) => isFrom(cite))),
    timeline: digest.timeline.filter(
      ({ at, cite, story_id: storyId }) =>
        isFrom(cite) && isRecent(at) && (!isOnlyNew || (storyId !== null && storyIds.has(storyId))),
    ),
  }
}

const isFromSource = (evidence: Evidence | undefined, from: DigestFilter['from']): boolean =>
  evidence !== undefined &&
  (from === `kind:${evidence.kind}` || from === `source:${evidence.source_id}`)

/** Groups figures by measure in their order. The first of a group is its headline. */
export const groupFigures = (
  figures: readonly Figure[],
): { headline: Figure; others: readonly Figure[] }[] =>
  [...Map.groupBy(figures, ({ id }) => id).values()].flatMap(([headline, ...others]) =>
    headline === undefined ? [] : [{ headline, others }],
  )
