import type { HandleClasses, HandleStyles } from 'react-rnd'

/** A grip reaches this far to either side of its edge; the title bar begins right below it. */
const REACH_PX = 4
const CORNER_PX = 16

const horizontal = {
  left: CORNER_PX / 2,
  right: CORNER_PX / 2,
  width: 'auto',
  height: 2 * REACH_PX,
  cursor: 'ns-resize',
} as const
const vertical = {
  top: CORNER_PX / 2,
  bottom: CORNER_PX / 2,
  width: 2 * REACH_PX,
  height: 'auto',
  cursor: 'ew-resize',
} as const
const corner = { width: CORNER_PX, height: CORNER_PX } as const
const falling = { ...corner, cursor: 'nwse-resize' } as const
const rising = { ...corner, cursor: 'nesw-resize' } as const

export const GRIP_STYLES: HandleStyles = {
  top: { ...horizontal, top: -REACH_PX },
  bottom: { ...horizontal, bottom: -REACH_PX },
  left: { ...vertical, left: -REACH_PX },
  right: { ...vertical, right: -REACH_PX },
  topLeft: { ...falling, top: -REACH_PX, left: -REACH_PX },
  bottomRight: { ...falling, bottom: -REACH_PX, right: -REACH_PX },
  topRight: { ...rising, top: -REACH_PX, right: -REACH_PX },
  bottomLeft: { ...rising, bottom: -REACH_PX, left: -REACH_PX },
}

const gripClass = (side: string) => `window-grip window-grip-${side}`

export const GRIP_CLASSES: HandleClasses = Object.fromEntries(
  Object.keys(GRIP_STYLES).map((side) => [side, gripClass(side)]),
)
