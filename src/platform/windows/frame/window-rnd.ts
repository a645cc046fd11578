import { Resizable } from 're-resizable'
import type { ResizableProps } from 're-resizable'
import { cloneElement, createElement } from 'react'
import type { ComponentType, ReactElement } from 'react'
import { Rnd } from 'react-rnd'
import { resizeLimit } from '#src/platform/windows/model/geometry.ts'
import type { Point, Rect, Size } from '#src/platform/windows/model/geometry.ts'

const screenNow = (): Size => ({ width: window.innerWidth, height: window.innerHeight })

/**
 * Windows have their size in pixels. Once mounted the library looks for another in the computed style and renders again,
 * which for twenty windows at once takes a fifth of the time until they can be seen.
 */
class WindowResizable extends Resizable {
  override componentDidMount() {}
}
// Its types do not let it pass for a component of its own properties.
const Box = WindowResizable as unknown as ComponentType<ResizableProps>

/**
 * react-rnd for a desktop, where part of a window may leave the screen. Used without `position` and `size`: it keeps its
 * own place, and nothing else renders.
 */
export class WindowRnd extends Rnd {
  /** The largest size of the resize that is about to begin, when it is not the screen that limits it. */
  largest: Size | null = null

  /** The library renders every window a second time here, to take off an offset that there never is. */
  override componentDidMount() {
    this.updateOffsetFromParent()
  }

  override render() {
    const draggable = super.render() as ReactElement<{ children: ReactElement<ResizableProps> }>
    return cloneElement(draggable, undefined, createElement(Box, draggable.props.children.props))
  }

  /** The layer that holds the windows starts at the corner of the screen, so there is never an offset to measure. */
  override updateOffsetFromParent() {
    this.offsetFromParent = { left: 0, top: 0 }
    return this.offsetFromParent
  }

  override onResizeStart(...press: Parameters<Rnd['onResizeStart']>): false | undefined {
    if (super.onResizeStart(...press) === false) return false
    const limit = this.largest ?? resizeLimit(this.measure(), press[1], screenNow())
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

  /**
   * Draws the window at a place without rendering, for the moves of a drag; `put` or `updatePosition` must follow. A move
   * costs a fifth of what the library's own does.
   */
  drawAt({ x, y }: Point): void {
    const element = this.getSelfElement()
    if (element !== null) element.style.transform = `translate(${x}px,${y}px)`
  }

  /** The same with a size, for windows that follow another one's resize. */
  drawIn(rect: Rect): void {
    this.drawAt(rect)
    const element = this.getSelfElement()
    if (element === null) return
    element.style.width = `${rect.width}px`
    element.style.height = `${rect.height}px`
  }

  put({ x, y, width, height }: Rect): void {
    this.updatePosition({ x, y })
    this.updateSize({ width, height })
  }
}
