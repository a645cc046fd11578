import { describe, expect, it } from 'vitest'
import { isSame } from '#src/lib/sync/is-same.ts'
import { mergeParts } from '#src/platform/desktop-sync/merge-parts.ts'
import type { Parts } from '#src/platform/desktop-sync/merge-parts.ts'

const merged = (agreed: Parts, local: Parts, remote: Parts) => mergeParts({ agreed, local, remote })

describe('merging a desktop by part', () => {
  it('changes nothing when both are the same, in whatever order of fields', () => {
    const parts = { look: { accent: 'iris', theme: 'dark' } }
    expect(merged({}, parts, { look: { theme: 'dark', accent: 'iris' } })).toEqual({
      adopt: {},
      send: {},
    })
  })

  it('adopts changes of the other browser, and sends changes of this one', () => {
    const agreed = { windows: { windows: [] }, icon_order: ['/a', '/b'] }
    const local = { ...agreed, icon_order: ['/b', '/a'] }
    const remote = { ...agreed, windows: { windows: [{ id: 'w1' }] } }
    expect(merged(agreed, local, remote)).toEqual({
      adopt: { windows: remote.windows },
      send: { icon_order: ['/b', '/a'] },
    })
  })

  it('keeps this browser’s order when both changed it', () => {
    const { adopt, send } = merged(
      { icon_order: ['/a', '/b'] },
      { icon_order: ['/b', '/a'] },
      { icon_order: ['/a'] },
    )
    expect(adopt).toEqual({})
    expect(send).toEqual({ icon_order: ['/b', '/a'] })
  })

  it('keeps names that both browsers gave, and settings that both changed', () => {
    const { adopt } = merged(
      { icon_names: { '/a': 'One' }, look: { accent: 'iris', theme: 'light' } },
      { icon_names: { '/a': 'One', '/b': 'Mine' }, look: { accent: 'rose', theme: 'light' } },
      { icon_names: { '/c': 'Theirs' }, look: { accent: 'iris', theme: 'dark' } },
    )
    expect(adopt).toEqual({
      icon_names: { '/b': 'Mine', '/c': 'Theirs' },
      look: { accent: 'rose', theme: 'dark' },
    })
  })

  it('keeps pins that both browsers added, and none that either removed', () => {
    const { adopt, send } = merged(
      { dock: ['/a', '/b', '/c'] },
      { dock: ['/a', '/c', '/mine'] },
      { dock: ['/a', '/b', '/theirs'] },
    )
    expect(adopt).toEqual({ dock: ['/a', '/theirs', '/mine'] })
    expect(send).toEqual(adopt)
  })

  it('sends a part that the account does not have yet', () => {
    expect(merged({}, { dock: ['/a'] }, {})).toEqual({ adopt: {}, send: { dock: ['/a'] } })
  })

  it('ends at the same desktop whichever browser saves first', () => {
    const agreed = { icon_names: {}, removed_icons: ['/x'] }
    const one = { icon_names: { '/a': 'A' }, removed_icons: [] }
    const other = { icon_names: { '/b': 'B' }, removed_icons: ['/x', '/y'] }
    const after = (local: Parts, remote: Parts) => {
      const { adopt } = merged(agreed, local, remote)
      return { ...local, ...adopt }
    }
    expect(isSame(after(one, other), after(other, one))).toBe(true)
    expect(after(one, other)).toEqual({
      icon_names: { '/a': 'A', '/b': 'B' },
      removed_icons: ['/y'],
    })
  })
})
