import * as z from 'zod/mini'
import { named } from '#contract/endpoint/described.ts'

/** Where a research looks. */
export const ResearchFocus = named(
  'ResearchFocus',
  z.enum(['all', 'news', 'official', 'community', 'markets', 'own']),
)
export type ResearchFocus = z.infer<typeof ResearchFocus>

export const FOCUS_NAMES: Readonly<Record<ResearchFocus, string>> = {
  all: 'All sources',
  news: 'News',
  official: 'Official',
  community: 'Community',
  markets: 'Markets and chain',
  own: 'My sources',
}

/** Returns the name of a focus, or null for one that leaves nothing out. */
export const getFocusName = (focus: ResearchFocus = 'all'): string | null =>
  focus === 'all' ? null : FOCUS_NAMES[focus]
