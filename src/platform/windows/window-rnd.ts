import type { DraggableData, RndDragEvent } from 'react-rnd'
import { Rnd } from 'react-rnd'
import { dragBounds, resizeLimit } from './geometry.ts'
import type { Rect, Size } from './geometry.ts'

const screenNow = (): Size => ({ width: window.innerWidth, height: window.innerHeight })

/**
 * react-rnd with the bounds of a desktop in place of a box: part of the window may leave the screen. Used without
 * `position` and `size`, so that it moves itself and nothing else renders.
 */
export class WindowRnd extends Rnd {
  /** The layer that holds the windows starts at the corner of the screen, so there is never an offset to measure. */
  override updateOffsetFromParent() {
    this.offsetFromParent = { left: 0, top: 0 }
    return this.offsetFromParent
  }

  override onDragStart(event: RndDragEvent, drag: DraggableData): false | void {
    if (super.onDragStart(event, drag) === false) return false
    this.setState({ bounds: dragBounds(this.measure(), screenNow()) })
    return undefined
  }

  override onResizeStart(...press: Parameters<Rnd['onResizeStart']>): false | undefined {
    if (super.onResizeStart(...press) === false) return false
    const limit = resizeLimit(this.measure(), press[1], screenNow())
    this.setState({ maxWidth: limit.width, maxHeight: limit.height })
    return undefined
  }

  /** The rectangle as it is on the screen now. */
  measure(): Rect {
    const element = this.getSelfElement()
    return {
      ...this.getDraggablePosition(),
      width: element?.offsetWidth ?? 0,
      height: element?.offsetHeight ?? 0,
    }
  }

  put({ x, y, width, height }: Rect): void {
    this.updatePosition({ x, y })
    this.updateSize({ width, height })
  }
}
