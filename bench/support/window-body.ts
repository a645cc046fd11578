export const fillBody = (element: HTMLElement | null): void => {
  if (element === null || element.childElementCount > 0) return
  for (let row = 0; row < 40; row += 1) {
    const line = document.createElement('div')
    line.style.cssText = 'display:flex;gap:8px;padding:6px 12px;border-bottom:1px solid #eee'
    for (const text of [`Row ${row}`, 'wallet', `${row * 7} SOL`]) {
      const cell = document.createElement('span')
      cell.textContent = text
      line.append(cell)
    }
    const button = document.createElement('button')
    button.textContent = 'Open'
    line.append(button)
    element.append(line)
  }
}
