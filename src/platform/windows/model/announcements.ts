import type { SnapZone } from './snap.ts'
import { computeShownRect, type UndoStep, type WindowRecord, type WindowsState } from './window.ts'

const ZONE_NAMES: Readonly<Record<SnapZone, string>> = {
  left: 'the left half',
  right: 'the right half',
  top: 'the top half',
  bottom: 'the bottom half',
  topLeft: 'the top left quarter',
  topRight: 'the top right quarter',
  bottomLeft: 'the bottom left quarter',
  bottomRight: 'the bottom right quarter',
}

const describeWindow = (
  was: WindowRecord,
  before: WindowsState,
  is: WindowRecord,
  now: WindowsState,
): string | null => {
  const name = is.title
  if (was.isMinimized !== is.isMinimized) {
    return is.isMinimized ? `${name} minimized` : `${name} restored`
  }
  if (was.isMaximized !== is.isMaximized) {
    return is.isMaximized ? `${name} maximized` : `${name} back in its place`
  }
  if (was.snap !== is.snap) {
    return is.snap === null ? `${name} back in its own size` : `${name} in ${ZONE_NAMES[is.snap]}`
  }
  const from = computeShownRect(was, before)
  const to = computeShownRect(is, now)
  if (from.width !== to.width || from.height !== to.height) {
    return `${name} is ${to.width} wide and ${to.height} high`
  }
  if (from.x !== to.x || from.y !== to.y) {
    return `${name} is ${to.x} from the left and ${to.y} from the top`
  }
  return null
}

const VERBS: Partial<Record<UndoStep['kind'], string>> = { close: 'closed', arrange: 'arranged' }

/** Returns one sentence for all windows of a step that closes or arranges; null for other steps. */
const describeStep = ({ kind, windows }: UndoStep): string | null => {
  const verb = VERBS[kind]
  const [first, ...others] = windows
  if (verb === undefined || first === undefined) return null
  return others.length === 0 ? `${first.title} ${verb}` : `${windows.length} windows ${verb}`
}

/** Returns the screen reader's announcement of a change; null if nothing visible changed. */
export const describeChange = (before: WindowsState, now: WindowsState): string | null => {
  const step = now.history.taken > before.history.taken ? now.history.steps.at(-1) : undefined
  const summary = step === undefined ? null : describeStep(step)
  if (summary !== null) return summary
  const opened = now.order.filter((id) => before.windows[id] === undefined)
  if (opened.length > 1) return `${opened.length} windows opened`
  const [id] = opened
  if (id !== undefined) return `${now.windows[id]?.title ?? ''} opened`
  // The user did not move these windows.
  if (before.screen !== now.screen) return null
  const sentences = now.order.flatMap((id) => {
    const [was, is] = [before.windows[id], now.windows[id]]
    const isTouched = was !== is || before.split !== now.split
    if (was === undefined || is === undefined || !isTouched) return []
    // An arrangement was announced once; its windows move one after the other.
    if (before.history === now.history && is.cell !== null && is.cell !== was.cell) return []
    return describeWindow(was, before, is, now) ?? []
  })
  if (sentences.length > 2) return `${sentences.length} windows arranged`
  return sentences.length === 0 ? null : sentences.join('. ')
}
