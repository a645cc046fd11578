import type { ReactElement } from 'react'
import { Menu } from '#src/ui/overlay/menu.tsx'
import { keyFaces } from '#src/platform/shortcuts/keys.ts'
import { thisMachine } from '#src/platform/shortcuts/machine.ts'
import { startArrowMode } from '#src/platform/windows/gestures/arrow-mode.ts'
import type { SnapZone } from '#src/platform/windows/model/snap.ts'
import { useWindow, windows } from '#src/platform/windows/model/windows-store.ts'

const ZONE_LABELS: readonly (readonly [SnapZone, string])[] = [
  ['left', 'Left half'],
  ['right', 'Right half'],
  ['top', 'Top half'],
  ['bottom', 'Bottom half'],
  ['topLeft', 'Top left quarter'],
  ['topRight', 'Top right quarter'],
  ['bottomLeft', 'Bottom left quarter'],
  ['bottomRight', 'Bottom right quarter'],
]

const keysOf = (keys: string) => keyFaces(keys, thisMachine).join(' ')

/** The places that a window can be moved to, behind the icon in its title bar. */
export const WindowMenu = ({ id, trigger }: { id: string; trigger: ReactElement }) => {
  const window = useWindow(id)
  return (
    <Menu
      trigger={trigger}
      items={[
        {
          label: 'Move or resize',
          keys: keysOf('Alt+Shift+M'),
          isDisabled: window?.isMaximized === true,
          onSelect: () => startArrowMode(id),
        },
        ...ZONE_LABELS.map(([zone, label]) => ({
          label,
          onSelect: () => windows.snap(id, zone),
        })),
        {
          label: 'Own size',
          isDisabled: window?.snap === null,
          onSelect: () => windows.snap(id, null),
        },
      ]}
    />
  )
}
