import type { SourceKind } from '#contract/research/digest.ts'
import type { ResearchFocus } from '#contract/research/focus.ts'
import type { Source } from '#server/modules/research/sources/source.ts'

/** A web search finds pages of every kind, so only a research without a focus asks it. */
const FOCUS_OF_KIND: Readonly<Record<SourceKind, ResearchFocus>> = {
  news: 'news',
  status: 'official',
  development: 'official',
  social: 'community',
  market: 'markets',
  chain: 'markets',
  web: 'all',
}

/** Returns the product's own sources that a research with this focus asks. */
export const pickSources = (sources: readonly Source[], focus: ResearchFocus): readonly Source[] =>
  focus === 'all' ? sources : sources.filter(({ kind }) => FOCUS_OF_KIND[kind] === focus)

/** Returns the focuses that have a source, with `all` first. */
export const listFocuses = (sources: readonly Source[], hasOwn: boolean): ResearchFocus[] => {
  const narrow = ['news', 'official', 'community', 'markets'] as const
  return [
    'all',
    ...narrow.filter((focus) => pickSources(sources, focus).length > 0),
    ...(hasOwn ? (['own'] as const) : []),
  ]
}
