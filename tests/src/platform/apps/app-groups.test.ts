import { describe, expect, it } from 'vitest'
import { groupBySection } from '#src/platform/apps/app-groups.ts'
import type { AppDefinition } from '#src/platform/apps/app-definition.ts'
import { testApp } from '#tests/support/desktop.ts'

const titles = (apps: readonly AppDefinition[]) =>
  groupBySection(apps).map(({ title, apps: inSection }) => [
    title,
    inSection.map((app) => app.path),
  ])

describe('sections of the desktop', () => {
  it('follow the order of the groups, whatever the order of the apps', () => {
    expect(
      titles([
        testApp('/agent/1', { group: 'userAgents' }),
        testApp('/settings', { group: 'systemUtils' }),
        testApp('/app/1', { group: 'installed' }),
        testApp('/app-store', { group: 'searchApps' }),
        testApp('/ca-signal', { group: 'walletTools' }),
        testApp('/research', { group: 'agent' }),
      ]),
    ).toEqual([
      ['Agents', ['/research']],
      ['Analysis Tools', ['/ca-signal']],
      ['Search & Applications', ['/app-store']],
      ['System & Utilities', ['/settings']],
      ['Installed Applications', ['/app/1']],
      ['My Created Agents', ['/agent/1']],
    ])
  })

  it('gather apps without a group under Other Applications, except Home', () => {
    expect(titles([testApp('/'), testApp('/loose')])).toEqual([['Other Applications', ['/loose']]])
  })

  it('leave out apps that keep off the desktop', () => {
    expect(titles([testApp('/hidden', { group: 'agent', hasIcon: false })])).toEqual([])
  })
})
