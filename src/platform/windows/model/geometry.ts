export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
export type Rect = Point & Size

export const FALLBACK_SCREEN: Size = { width: 1200, height: 800 }

export const MIN_SIZE: Size = { width: 300, height: 200 }

/** A window may be larger than the screen by this much. */
export const OVERSIZE_PX = 100

export const STATUS_BAR_PX = 32

/** Height of the largest dock and its distance from the bottom edge. */
export const DOCK_PX = 80

/** How much of a window stays on the screen, across and below its top edge. */
export const VISIBLE_PX = 40

const DEFAULT_RATIOS = { widthRatio: 0.8, heightRatio: 0.85 }
const MAXIMIZED_RATIO = 0.95

/** Narrower screens show one window at a time, full screen. */
const PHONE_BELOW_PX = 640
/** Phones in landscape, below this size, do so too. */
const LANDSCAPE_PHONE_BELOW: Size = { width: 960, height: 480 }
/** The dock of a phone: at the bottom in portrait, at the left in landscape. */
const PHONE_DOCK_PX = 64

const clamp = (value: number, lowest: number, highest: number) =>
  Math.max(lowest, Math.min(highest, value))

const isKnown = (length: number) => Number.isFinite(length) && length > 0

/** Returns the screen, or `FALLBACK_SCREEN` if a length is unknown or zero. */
export const toKnownScreen = (screen: Size): Size =>
  isKnown(screen.width) && isKnown(screen.height) ? screen : FALLBACK_SCREEN

export const isPhone = (screen: Size): boolean => {
  const { width, height } = toKnownScreen(screen)
  const isLandscapePhone =
    width < LANDSCAPE_PHONE_BELOW.width && height < LANDSCAPE_PHONE_BELOW.height
  return width < PHONE_BELOW_PX || isLandscapePhone
}

/** Returns a centered rectangle, on whole pixels so that text stays sharp. */
export const centerRect = (size: Size, screen: Size): Rect => {
  const { width, height } = toKnownScreen(screen)
  return {
    x: Math.round((width - size.width) / 2),
    y: Math.max(0, Math.round((height - size.height) / 2)),
    width: size.width,
    height: size.height,
  }
}

const computeShare = (screen: Size, widthRatio: number, heightRatio: number): Size => ({
  width: Math.max(MIN_SIZE.width, Math.round(screen.width * widthRatio)),
  height: Math.max(MIN_SIZE.height, Math.round(screen.height * heightRatio)),
})

/** Returns where a new window opens: centered, 80 by 85 % of the screen unless its app says otherwise. */
export const computeDefaultRect = (screen: Size, ratios = DEFAULT_RATIOS): Rect => {
  const known = toKnownScreen(screen)
  return centerRect(computeShare(known, ratios.widthRatio, ratios.heightRatio), known)
}

const CASCADE_STEP_PX = 28

export const isSameRect = (one: Rect, other: Rect): boolean =>
  one.x === other.x && one.y === other.y && isSameSize(one, other)

/** Returns the places of a cascade along one axis: from `start` to `high`, then from `low` up to `start`. */
const listCascadePlaces = (start: number, low: number, high: number): number[] => {
  const before = Math.floor(Math.max(0, start - low) / CASCADE_STEP_PX)
  const after = Math.floor(Math.max(0, high - start) / CASCADE_STEP_PX)
  const steps = Array.from({ length: before + after + 1 }, (_, at) => at)
  return steps.map((at) => start + (at <= after ? at : at - steps.length) * CASCADE_STEP_PX)
}

const findFreePlace = (
  rect: Rect,
  others: readonly Rect[],
  { across, down }: { across: readonly number[]; down: readonly number[] },
): Rect | null => {
  for (let step = 0; step < across.length * down.length; step += 1) {
    // Each round over all columns starts one row lower, which reaches every place.
    const column = step % across.length
    const row = column + Math.floor(step / across.length)
    const moved = {
      ...rect,
      x: across[column] ?? rect.x,
      y: down[row % down.length] ?? rect.y,
    }
    if (!others.some((other) => isSameRect(other, moved))) return moved
  }
  return null
}

/**
 * Moves a rectangle by steps until it coincides with no other. It stays between the status bar and the dock if it fits
 * there, and moves over the dock only when all places above it are taken.
 */
export const cascadeRect = (rect: Rect, others: readonly Rect[], screen: Size): Rect => {
  const { width, height } = toKnownScreen(screen)
  const across = listCascadePlaces(rect.x, 0, width - rect.width)
  const findAbove = (lowest: number) =>
    findFreePlace(rect, others, {
      across,
      down: listCascadePlaces(rect.y, STATUS_BAR_PX, lowest),
    })
  return findAbove(height - DOCK_PX - rect.height) ?? findAbove(height - VISIBLE_PX) ?? rect
}

export const computeMaximizedRect = (screen: Size): Rect => {
  const known = toKnownScreen(screen)
  return centerRect(computeShare(known, MAXIMIZED_RATIO, MAXIMIZED_RATIO), known)
}

export const computePhoneRect = (screen: Size): Rect => {
  const { width, height } = toKnownScreen(screen)
  return width < PHONE_BELOW_PX
    ? { x: 0, y: 0, width, height: Math.max(MIN_SIZE.height, height - PHONE_DOCK_PX) }
    : { x: PHONE_DOCK_PX, y: 0, width: width - PHONE_DOCK_PX, height }
}

export type Bounds = { left: number; right: number; top: number; bottom: number }

/** Returns the limits for the top left corner of a window of this size. */
export const computeDragBounds = (size: Size, screen: Size): Bounds => {
  const { width, height } = toKnownScreen(screen)
  return {
    left: Math.min(VISIBLE_PX, width) - size.width,
    right: Math.max(0, width - VISIBLE_PX),
    top: 0,
    bottom: Math.max(0, height - VISIBLE_PX),
  }
}

/** Returns the rectangle moved within `computeDragBounds`. */
export const clampPosition = (rect: Rect, screen: Size): Rect => {
  const bounds = computeDragBounds(rect, screen)
  return {
    ...rect,
    x: clamp(rect.x, bounds.left, bounds.right),
    y: clamp(rect.y, bounds.top, bounds.bottom),
  }
}

const computeLargestSize = (screen: Size): Size => {
  const { width, height } = toKnownScreen(screen)
  return {
    width: Math.max(MIN_SIZE.width, width + OVERSIZE_PX),
    height: Math.max(MIN_SIZE.height, height + OVERSIZE_PX),
  }
}

const clampSize = (size: Size, screen: Size): Size => {
  const largest = computeLargestSize(screen)
  return {
    width: clamp(size.width, MIN_SIZE.width, largest.width),
    height: clamp(size.height, MIN_SIZE.height, largest.height),
  }
}

/** Returns the rectangle with its size and place limited, so that the title bar can be reached. */
export const keepReachable = (rect: Rect, screen: Size): Rect =>
  clampPosition({ ...rect, ...clampSize(rect, screen) }, screen)

const isInside = (rect: Rect, screen: Size) =>
  rect.x >= 0 && rect.x + rect.width <= screen.width && rect.y + rect.height <= screen.height

const isSameSize = (one: Size, other: Size) =>
  one.width === other.width && one.height === other.height

/** Returns the rectangle scaled to another screen and fully visible. */
const scaleToScreen = (rect: Rect, placedOn: Size, screen: Size): Rect => {
  const [across, down] = [screen.width / placedOn.width, screen.height / placedOn.height]
  const width = clamp(Math.round(rect.width * across), MIN_SIZE.width, screen.width)
  const height = clamp(Math.round(rect.height * down), MIN_SIZE.height, screen.height)
  return {
    x: clamp(Math.round(rect.x * across), 0, screen.width - width),
    y: clamp(Math.round(rect.y * down), 0, screen.height - height),
    width,
    height,
  }
}

/**
 * Returns where a rectangle placed on one screen is drawn on another. A fully visible window stays fully visible as far as its
 * smallest size allows; one that was pushed over an edge stays reachable.
 */
export const fitToScreen = (rect: Rect, placedOn: Size, screen: Size): Rect => {
  const known = toKnownScreen(screen)
  if (isSameSize(placedOn, known)) return keepReachable(rect, known)
  // A phone shows windows in full, so the user has not chosen this size.
  if (isPhone(placedOn) && !isPhone(known)) {
    return scaleToScreen(rect, placedOn, known)
  }
  // A window below the status bar stays below it. One that does not fit keeps its share of the screen.
  const top = rect.y >= STATUS_BAR_PX ? STATUS_BAR_PX : 0
  // It also keeps its distance from the lower edge, up to the height of the dock.
  const bottom = clamp(placedOn.height - rect.y - rect.height, 0, DOCK_PX)
  const shrink = (length: number, of: number, to: number, room: number) =>
    length <= room ? length : Math.min(room, Math.round((length / of) * to))
  const size = clampSize(
    {
      width: shrink(rect.width, placedOn.width, known.width, known.width),
      height: shrink(rect.height, placedOn.height, known.height, known.height - top - bottom),
    },
    known,
  )
  if (!isInside(rect, placedOn)) return clampPosition({ ...rect, ...size }, known)
  const lowest = Math.max(0, known.height - bottom - size.height)
  return {
    ...size,
    x: clamp(rect.x, 0, Math.max(0, known.width - size.width)),
    y: clamp(rect.y, Math.min(top, lowest), lowest),
  }
}

/** Returns the largest size for a resize by the named edge or corner that keeps the top edge on the screen. */
export const computeResizeLimit = (rect: Rect, direction: string, screen: Size): Size => {
  const largest = computeLargestSize(screen)
  const pullsTop = direction.toLowerCase().startsWith('top')
  return {
    width: largest.width,
    height: pullsTop ? Math.min(largest.height, rect.y + rect.height) : largest.height,
  }
}
