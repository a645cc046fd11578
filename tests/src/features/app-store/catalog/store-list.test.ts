import { describe, expect, it } from 'vitest'
import type { StoreApp } from '#contract/apps/apps.ts'
import {
  getCardState,
  formatCount,
  splitApps,
  findInstallRefusal,
  parseSafeLink,
  searchApps,
  sortApps,
  sortUsableFirst,
  withAll,
} from '#src/features/app-store/catalog/store-list.ts'

const app = (more: Partial<StoreApp> = {}): StoreApp => ({ id: 'a', name: 'Alpha', ...more })

describe('getCardState', () => {
  it.each([
    [app({ audit_status: 'approved' }), 'get'],
    [app({ audit_status: 'approved', installed: true }), 'installed'],
    [app({ audit_status: 'pending', installed: true }), 'installed'],
    [app({ audit_status: 'pending' }), 'pending'],
    [app({ audit_status: 'rejected' }), 'rejected'],
    [app({ audit_status: 'looked at' }), 'reviewed'],
    [app({ audit_status: null }), 'reviewed'],
    [app(), 'reviewed'],
  ] as const)('of %o is %s', (given, state) => expect(getCardState(given)).toBe(state))
})

describe('findInstallRefusal', () => {
  it('lets only approved apps be installed', () => {
    expect(findInstallRefusal(app({ audit_status: 'approved' }))).toBeNull()
    expect(findInstallRefusal(app({ audit_status: 'pending' }))).toBe(
      'This app cannot be installed because it is pending approval.',
    )
    expect(findInstallRefusal(app({ audit_status: 'rejected' }))).toBe(
      'This app cannot be installed because it is rejected.',
    )
    expect(findInstallRefusal(app())).not.toBeNull()
  })
})

describe('searchApps', () => {
  const apps = [
    app({ id: '1', name: 'Token lens', description: 'Looks at mints' }),
    app({ id: '2', name: 'Lens of wallets', publisher: 'Acme' }),
    app({ id: '3', name: 'Pools', description: null }),
  ]
  it('wants every word, anywhere, in any case, and puts names first', () => {
    expect(searchApps(apps, 'LENS')).toHaveLength(2)
    const described = app({ id: '4', name: 'Zoom', description: 'A lens' })
    expect(searchApps([described, ...apps], 'lens').at(-1)).toBe(described)
    expect(searchApps(apps, 'mints lens').map(({ id }) => id)).toEqual(['1'])
    expect(searchApps(apps, 'acme').map(({ id }) => id)).toEqual(['2'])
    expect(searchApps(apps, 'nothing')).toEqual([])
  })
  it('finds all for blanks', () => expect(searchApps(apps, '  ')).toEqual(apps))
})

describe('sortUsableFirst', () => {
  it('sorts installed and installable apps first and keeps the order of the rest', () => {
    const apps = [
      app({ id: 'r', audit_status: 'rejected' }),
      app({ id: 'p1', audit_status: 'pending' }),
      app({ id: 'a', audit_status: 'approved' }),
      app({ id: 'p2', audit_status: 'pending' }),
      app({ id: 'i', audit_status: 'approved', installed: true }),
    ]
    expect(sortUsableFirst(apps).map(({ id }) => id)).toEqual(['a', 'i', 'p1', 'p2', 'r'])
  })
})

describe('withAll', () => {
  it('adds All in front where it is missing', () => {
    const nft = { id: 'nft', name: 'NFT' }
    expect(withAll([nft]).map(({ name }) => name)).toEqual(['All', 'NFT'])
    const whole = [{ id: 'all', name: 'All' }, nft]
    expect(withAll(whole)).toBe(whole)
  })
})

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1234, '1.2K'],
    [2_500_000, '2.5M'],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
  ])('of %s is %s', (count, text) => expect(formatCount(count)).toBe(text))
})

describe('parseSafeLink', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'nonsense', '', null])(
    'refuses %s',
    (url) => expect(parseSafeLink(url)).toBeNull(),
  )
  it('takes web addresses', () =>
    expect(parseSafeLink('https://example.com/a')?.host).toBe('example.com'))
})

describe('the parts of the store', () => {
  const named = (id: string, more: Partial<StoreApp> = {}): StoreApp => ({
    id,
    name: id,
    audit_status: 'approved',
    ...more,
  })
  const ids = (apps: readonly StoreApp[]) => apps.map(({ id }) => id)
  const many = [
    ...['a', 'b', 'c', 'd', 'e'].map((id) => named(id)),
    ...['p1', 'p2', 'p3'].map((id) => named(id, { audit_status: 'pending' })),
    named('r', { audit_status: 'rejected' }),
    named('mine', { is_own: true }),
  ]

  it('fold away many apps that cannot be installed', () => {
    const parts = splitApps(many, { isBrowsing: true })
    expect(ids(parts.own)).toEqual(['mine'])
    expect(ids(parts.usable)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(ids(parts.pending)).toEqual(['p1', 'p2', 'p3'])
    expect(ids(parts.rejected)).toEqual(['r'])
  })

  it('hide nothing in a search', () => {
    const parts = splitApps(many, { isBrowsing: false })
    expect(ids(parts.usable)).toEqual(['a', 'b', 'c', 'd', 'e', 'p1', 'p2', 'p3', 'r'])
    expect(parts.keyed).toEqual([])
  })

  it('separate apps that need a key, and keep an app in its part when it is installed', () => {
    const apps = ['a', 'b', 'c'].map((id) => named(id, { needs_key: id === 'b' }))
    const split = (list: readonly StoreApp[]) => {
      const { usable, keyed } = splitApps(sortApps(list, 'recommended'), { isBrowsing: true })
      return [ids(usable), ids(keyed)]
    }
    expect(split(apps)).toEqual([['a', 'c'], ['b']])
    expect(split(apps.map((app) => ({ ...app, installed: app.id === 'c' })))).toEqual(split(apps))
  })

  it('hide nothing when there is little', () => {
    const parts = splitApps([named('a'), named('p', { audit_status: 'pending' })], {
      isBrowsing: true,
    })
    expect(ids(parts.usable)).toEqual(['a', 'p'])
  })

  it('are sorted as chosen', () => {
    const apps = [named('b', { downloads: 1 }), named('a', { downloads: 5 }), named('c')]
    expect(ids(sortApps(apps, 'name'))).toEqual(['a', 'b', 'c'])
    expect(ids(sortApps(apps, 'popular'))).toEqual(['a', 'b', 'c'])
    expect(ids(sortApps(apps, 'recommended'))).toEqual(['b', 'a', 'c'])
  })
})
