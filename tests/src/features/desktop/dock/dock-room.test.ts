import { expect, it } from 'vitest'
import { isWideDock } from '#src/features/desktop/dock/dock-room.ts'

it.each([
  [480, 1024, false],
  [481, 1024, true],
  [481, 1440, false],
])(
  'a dock of %i px on a screen of %i px leaves no room for a toast: %s',
  (dock, screen, isWide) => {
    expect(isWideDock(dock, screen)).toBe(isWide)
  },
)
