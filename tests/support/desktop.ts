import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { AppBodyProps, AppDefinition } from '#src/platform/apps/app-definition.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** An app as tests need one; give what matters. */
export const testApp = (
  path: string,
  { Body, ...rest }: Partial<AppDefinition> & { Body?: ComponentType<AppBodyProps> } = {},
): AppDefinition => ({
  id: path.slice(1) || 'home',
  title: `Title of ${path}`,
  path,
  description: `What ${path} does`,
  status: 'online',
  appType: 'system',
  icon: 'settings',
  ...(Body === undefined ? {} : { body: () => Promise.resolve({ Body }) }),
  ...rest,
})

const pixels = (text: string) => Number.parseFloat(text) || 0

type Place = { x: number; y: number; width: number; height: number }

const lengthsIn = (text: string | undefined): [x: number, y: number] => {
  const [x = 0, y = 0] = (text ?? '').match(/-?[\d.]+/g)?.map(Number) ?? []
  return [x, y]
}

/** Returns where a window's own style puts it. */
const placeOf = (element: HTMLElement): Place => {
  const [x, y] = lengthsIn(element.style.transform)
  const [draggedX, draggedY] = lengthsIn(element.style.translate)
  return {
    x: x + draggedX,
    y: y + draggedY,
    width: pixels(element.style.width),
    height: pixels(element.style.height),
  }
}

/** Lays elements out as their own style says, because the test page has no layout. Returns the undo. */
const layOutByStyle = (): (() => void) => {
  const { prototype } = HTMLElement
  const before = Object.getOwnPropertyDescriptors(prototype)
  const boxOf = vi.spyOn(prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const { x, y, width, height } = placeOf(this)
    return new DOMRect(x, y, width, height)
  })
  Object.defineProperties(prototype, {
    offsetWidth: {
      configurable: true,
      get(this: HTMLElement) {
        return pixels(this.style.width)
      },
    },
    offsetHeight: {
      configurable: true,
      get(this: HTMLElement) {
        return pixels(this.style.height)
      },
    },
    offsetParent: { configurable: true, get: () => document.body },
  })
  return () => {
    boxOf.mockRestore()
    for (const key of ['offsetWidth', 'offsetHeight', 'offsetParent'] as const) {
      Object.defineProperty(prototype, key, before[key])
    }
  }
}

/** Ada's desktop of 1440 by 900 for every test of a file. Returns the function that moves its clock on. */
export const desktopForTests = (): ((ms: number) => void) => {
  let nowMs = 0
  let takeLayoutBack = () => {}
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    takeLayoutBack = layOutByStyle()
    authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
    windows.reload({ width: 1440, height: 900 })
    vi.stubGlobal('innerWidth', 1440)
    vi.stubGlobal('innerHeight', 900)
  })
  afterEach(() => {
    takeLayoutBack()
    vi.unstubAllGlobals()
  })
  return (ms) => {
    nowMs += ms
  }
}

/** Moves the focus as a browser does after a press: to the nearest element that takes it, else away from where it is. */
const moveFocusTo = (pressed: Element) => {
  const next = pressed.closest<HTMLElement>('input, textarea, select, button, a[href], [tabindex]')
  if (next !== null) next.focus()
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/**
 * Drives one window as a hand with a mouse does: each step fires the pointer event and the mouse event that browsers send
 * after it, and returns the driver. `wait` moves the clock that gestures read.
 */
export const driveWindow = (path: string, wait: (ms: number) => void) => {
  const element = () => {
    const found = document.querySelector<HTMLElement>(`[data-window-path="${path}"]`)
    if (found === null) throw new Error(`No window shows ${path}`)
    return found
  }
  let pointer = { x: 0, y: 0 }
  let pressed: Element | null = null
  const at = () => ({ clientX: pointer.x, clientY: pointer.y, button: 0, buttons: 1, pointerId: 1 })
  const press = (target: Element, x: number, y: number) => {
    pointer = { x, y }
    pressed = target
    fireEvent.pointerDown(target, at())
    if (fireEvent.mouseDown(target, at())) moveFocusTo(target)
  }
  const driver = {
    element,
    place: () => placeOf(element()),
    pressTitle: (x = 500, y = 100) => {
      press(element().querySelector('[data-window-title]') ?? element(), x, y)
      return driver
    },
    pressBody: (x = 500, y = 300) => {
      press(element().querySelector('.window-body') ?? element(), x, y)
      return driver
    },
    pressField: (name: string) => {
      press(within(element()).getByRole('textbox', { name }), 500, 300)
      return driver.release()
    },
    pressEdge: (edge: 'top' | 'right' | 'bottom' | 'left', x: number, y: number) => {
      const cursor = edge === 'top' || edge === 'bottom' ? 'ns-resize' : 'ew-resize'
      const grips = Array.from(element().querySelectorAll<HTMLElement>('.window-grip'))
      const grip = grips.find(({ style }) => style.cursor === cursor && style[edge].startsWith('-'))
      if (grip === undefined) throw new Error(`No grip at the ${edge}`)
      press(grip, x, y)
      return driver
    },
    moveBy: (dx: number, dy: number) => {
      pointer = { x: pointer.x + dx, y: pointer.y + dy }
      wait(16)
      fireEvent.pointerMove(document, at())
      fireEvent.mouseMove(document, at())
      return driver
    },
    /** Moves the pressed pointer to a point of the screen. */
    moveTo: (x: number, y: number) => driver.moveBy(x - pointer.x, y - pointer.y),
    /** The browser takes the pointer away. */
    losePointer: () => {
      fireEvent.pointerCancel(document, { pointerId: 1 })
      return driver
    },
    /** The button is released where the page does not see it. */
    releaseUnseen: () => {
      wait(16)
      fireEvent.pointerMove(document, { ...at(), buttons: 0 })
      fireEvent.mouseMove(document, { ...at(), clientX: pointer.x + 1, buttons: 0 })
      return driver
    },
    escape: () => {
      fireEvent.keyDown(document.body, { key: 'Escape' })
      return driver
    },
    release: () => {
      fireEvent.pointerUp(pressed ?? document, { ...at(), buttons: 0 })
      fireEvent.mouseUp(pressed ?? document, { ...at(), buttons: 0 })
      pressed = null
      return driver
    },
    expectPlace: (place: Partial<Place>) => {
      expect(placeOf(element())).toMatchObject(place)
      return driver
    },
  }
  return driver
}

/** Presses a button of the toast, which takes presses a moment after it is drawn. */
export const pressInToast = async (name: string): Promise<void> => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).not.toHaveStyle({ pointerEvents: 'none' }))
  await userEvent.click(button)
}

/** Opens a path as the desktop would and waits until its body is there. */
export const openAndSettle = async (path: string, title = `Title of ${path}`): Promise<string> => {
  let id = ''
  await act(async () => {
    id = windows.open({ path, title })
    await Promise.resolve()
  })
  await screen.findByRole('dialog', { name: title })
  return id
}
