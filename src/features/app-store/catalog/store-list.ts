import { formatNumber } from '#contract/numbers.ts'
import type { Category, StoreApp } from '#contract/apps/apps.ts'
import { search } from '#src/lib/search.ts'
import { ALL_CATEGORIES } from '#src/platform/apps/store-queries.ts'

/** Shown when the server's list cannot be loaded. */
export const DEFAULT_CATEGORIES: readonly Category[] = [
  'All',
  'DeFi',
  'NFT',
  'Wallet',
  'Analytics',
  'Trading',
  'Governance',
].map((name) => ({ id: name.toLowerCase(), name }))

/** Returns the categories with "All" first, which the server may leave out. */
export const withAll = (categories: readonly Category[]): readonly Category[] =>
  categories.some(({ id }) => id === ALL_CATEGORIES)
    ? categories
    : [{ id: ALL_CATEGORIES, name: 'All' }, ...categories]

/** Installed apps keep the rank of installable ones, so that installing does not move them. */
const RANK: Readonly<Record<CardState, number>> = {
  installed: 0,
  get: 0,
  reviewed: 1,
  pending: 2,
  rejected: 3,
}

/** Sorts installed and installable apps first, otherwise in the server's order. */
export const sortUsableFirst = (apps: readonly StoreApp[]): readonly StoreApp[] =>
  apps.toSorted((one, other) => RANK[getCardState(one)] - RANK[getCardState(other)])

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

/** Only approved apps can be installed. An unknown status counts as reviewed. */
export const getCardState = ({ installed, audit_status: status }: StoreApp): CardState =>
  installed === true ? 'installed' : (STATES[status ?? ''] ?? 'reviewed')

/** Fewer apps are not folded away. */
const MIN_FOLDED = 4

export type StoreParts = {
  own: readonly StoreApp[]
  /** The store's apps, or only those that work without a key when `keyed` has the others. */
  usable: readonly StoreApp[]
  keyed: readonly StoreApp[]
  pending: readonly StoreApp[]
  rejected: readonly StoreApp[]
}

const needsKey = ({ needs_key: needs }: StoreApp) => needs === true

/**
 * Splits the store into the user's own servers, apps that work without a key, apps that need one, and apps that cannot be
 * installed. A few of the latter stay among the others. Installing an app does not change its part.
 */
export const splitApps = (
  apps: readonly StoreApp[],
  { isBrowsing }: { isBrowsing: boolean },
): StoreParts => {
  const own = apps.filter(({ is_own: isOwn }) => isOwn === true)
  const store = apps.filter(({ is_own: isOwn }) => isOwn !== true)
  const inState = (state: CardState) => store.filter((app) => getCardState(app) === state)
  const [pending, rejected] = [inState('pending'), inState('rejected')]
  const isFolding = isBrowsing && pending.length + rejected.length >= MIN_FOLDED
  const folded = new Set(isFolding ? [...pending, ...rejected] : [])
  const usable = store.filter((app) => !folded.has(app))
  const isSplit = isBrowsing && usable.some(needsKey) && !usable.every(needsKey)
  return {
    own,
    usable: isSplit ? usable.filter((app) => !needsKey(app)) : usable,
    keyed: isSplit ? usable.filter(needsKey) : [],
    pending: isFolding ? pending : [],
    rejected: isFolding ? rejected : [],
  }
}

export type StoreOrder = 'recommended' | 'name' | 'popular'

/** Sorts apps. `recommended` puts installed and installable apps first. */
export const sortApps = (apps: readonly StoreApp[], order: StoreOrder): readonly StoreApp[] => {
  switch (order) {
    case 'recommended':
      return sortUsableFirst(apps)
    case 'name':
      return apps.toSorted((one, other) => one.name.localeCompare(other.name))
    case 'popular':
      return apps.toSorted((one, other) => (other.downloads ?? 0) - (one.downloads ?? 0))
  }
}

export type StoreFilter = {
  category: string
  text: string
  order: StoreOrder
  /** Only apps that work without a key. */
  isKeyless: boolean
}

export const NO_FILTER: StoreFilter = {
  category: ALL_CATEGORIES,
  text: '',
  order: 'recommended',
  isKeyless: false,
}

/** Returns the apps of a category that pass the filter, best match or chosen order first. */
export const filterApps = (
  apps: readonly StoreApp[],
  {
    text,
    order,
    isKeyless,
    publisher,
  }: Omit<StoreFilter, 'category'> & { publisher: string | null },
): readonly StoreApp[] => {
  const passing = apps.filter(
    (app) => (!isKeyless || !needsKey(app)) && (publisher === null || app.publisher === publisher),
  )
  const sorted = sortApps(passing, order)
  return text === '' ? sorted : searchApps(sorted, text)
}

export const findInstallRefusal = ({ audit_status: status }: StoreApp): string | null => {
  if (status === 'approved') return null
  return `This app cannot be installed because it is ${status === 'rejected' ? 'rejected' : 'pending approval'}.`
}

/** `1.2K` for 1,234; null if unknown. */
export const formatCount = (count: number | null | undefined): string | null =>
  typeof count !== 'number' || !Number.isFinite(count)
    ? null
    : formatNumber(count, { notation: 'compact', maximumFractionDigits: 1 })

/** Returns the URL if it is HTTP or HTTPS, the only ones that a card may link to, or null. */
export const parseSafeLink = (url: string | null | undefined): URL | null => {
  if (typeof url !== 'string' || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : null
}
