import 'winbox/dist/css/winbox.min.css'
import WinBox from 'winbox/src/js/winbox.js'
import { fillBody } from '#bench/support/window-body.ts'

let opened = 0
const open = () => {
  const mount = document.createElement('div')
  fillBody(mount)
  const box = new WinBox(`w${opened}`, {
    mount,
    width: 640,
    height: 420,
    x: 60 + (opened % 10) * 24,
    y: 60 + (opened % 10) * 18,
  })
  opened += 1
  box.dom.setAttribute('data-window', box.id)
  box.dom.querySelector('.wb-drag')?.setAttribute('data-window-title', '')
}
Object.assign(window, { openWindow: open })
