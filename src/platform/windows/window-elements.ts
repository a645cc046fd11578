/** The elements of the windows on the page, for those that reach past React: focus, previews. */
const elements = new Map<string, HTMLElement>()

/** Gives the function that takes the element out again. */
export const registerWindowElement = (id: string, element: HTMLElement): (() => void) => {
  elements.set(id, element)
  return () => {
    if (elements.get(id) === element) elements.delete(id)
  }
}

export const windowElement = (id: string): HTMLElement | undefined => elements.get(id)
