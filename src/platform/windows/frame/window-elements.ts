import type { WindowRnd } from './window-rnd.ts'

/** The windows on the page, for what reaches past React: gestures, keys, focus, previews. */
const drawn = new Map<string, WindowRnd>()

/** Gives the function that takes the window out again. */
export const registerWindow = (id: string, rnd: WindowRnd): (() => void) => {
  drawn.set(id, rnd)
  return () => {
    if (drawn.get(id) === rnd) drawn.delete(id)
  }
}

export const windowRnd = (id: string): WindowRnd | undefined => drawn.get(id)

export const windowElement = (id: string): HTMLElement | undefined =>
  drawn.get(id)?.getSelfElement() ?? undefined
