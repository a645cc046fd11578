import type { Category, StoreApp } from '#contract/apps/apps.ts'
import { search } from '#src/lib/search.ts'
import { ALL_CATEGORIES } from '#src/platform/apps/store-queries.ts'

/** Shown when the server's list cannot be had. */
export const DEFAULT_CATEGORIES: readonly Category[] = [
  'All',
  'DeFi',
  'NFT',
  'Wallet',
  'Analytics',
  'Trading',
  'Governance',
].map((name) => ({ id: name.toLowerCase(), name }))

/** The categories with one for everything in front, whatever the server sent. */
export const withAll = (categories: readonly Category[]): readonly Category[] =>
  categories.some(({ id }) => id === ALL_CATEGORIES)
    ? categories
    : [{ id: ALL_CATEGORIES, name: 'All' }, ...categories]

const ORDER: readonly CardState[] = ['installed', 'get', 'reviewed', 'pending', 'rejected']

/** What one has and what one can have first; else as the server orders them. */
export const usableFirst = (apps: readonly StoreApp[]): readonly StoreApp[] =>
  apps.toSorted((one, other) => ORDER.indexOf(cardStateOf(one)) - ORDER.indexOf(cardStateOf(other)))

/** Returns the apps whose name, description or publisher has every word, best match first. */
export const searchApps = (apps: readonly StoreApp[], text: string): readonly StoreApp[] =>
  search(text, apps, ({ name, description, publisher }) => ({
    title: name,
    keywords: [description ?? '', publisher ?? ''],
  })).map(({ item }) => item)

export type CardState = 'get' | 'installed' | 'pending' | 'rejected' | 'reviewed'

const STATES: Readonly<Record<string, CardState>> = {
  approved: 'get',
  pending: 'pending',
  rejected: 'rejected',
}

/** Only what was approved can be installed; a status that is not known has at least been looked at. */
export const cardStateOf = ({ installed, audit_status: status }: StoreApp): CardState =>
  installed === true ? 'installed' : (STATES[status ?? ''] ?? 'reviewed')

/** Why an app cannot be installed, or null when it can. */
export const refusalOf = ({ audit_status: status }: StoreApp): string | null => {
  if (status === 'approved') return null
  return `This app cannot be installed because it is ${status === 'rejected' ? 'rejected' : 'pending approval'}.`
}

/** 1,234 as "1.2K"; nothing for what was not counted. */
export const countText = (count: number | null | undefined): string | null =>
  typeof count !== 'number' || !Number.isFinite(count)
    ? null
    : new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(
        count,
      )

/** Foreign addresses that a card may link to. */
export const safeLink = (url: string | null | undefined): URL | null => {
  if (typeof url !== 'string' || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : null
}
