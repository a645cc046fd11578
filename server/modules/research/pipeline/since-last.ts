import type { Digest, Story } from '#contract/research-digest.ts'

import { canonicalUrl } from '#server/modules/research/text/canonical-url.ts'

type Earlier = { digest: Digest; researchId: string; at: string }

/** The digest with a mark on what the topic's last one did not have: stories, and figures that moved. */
export function comparedWith(digest: Digest, { digest: last, researchId, at }: Earlier): Digest {
  const known = new Set(last.evidence.flatMap(({ url }) => canonicalUrl(url) ?? []))
  const addressOf = (cite: number): string =>
    canonicalUrl(digest.evidence.find(({ n }) => n === cite)?.url ?? '') ?? ''
  const isNew = ({ cites }: Story): boolean => cites.some((cite) => !known.has(addressOf(cite)))
  const stories = digest.stories.map((story) => ({ ...story, is_new: isNew(story) }))
  const before = new Map(last.figures.map((figure) => [keyOf(figure), figure]))
  const figures = digest.figures.map((figure) => {
    const earlier = before.get(keyOf(figure))
    const previous = earlier ? { value: earlier.value, display: earlier.display } : null
    return { ...figure, previous }
  })
  return {
    ...digest,
    stories,
    figures,
    since: {
      research_id: researchId,
      at,
      new_stories: stories.filter(({ is_new: fresh }) => fresh).length,
      changed_figures: figures.filter(
        ({ previous, value }) => previous !== null && previous.value !== value,
      ).length,
    },
  }
}

const keyOf = ({ id, source_id: sourceId }: { id: string; source_id: string }): string =>
  `${id} ${sourceId}`
