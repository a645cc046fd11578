/** The part of WinBox that a bench uses; the package brings no types. */
declare module 'winbox/src/js/winbox.js' {
  export default class WinBox {
    constructor(title: string, options: Record<string, unknown>)
    readonly id: string
    readonly dom: HTMLElement
  }
}
