/**
 * Copies text. Throws when the browser refuses. Uses a copy event on pages without TLS, which lack the clipboard API.
 */
export const copyText = async (text: string): Promise<void> => {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', onCopy, { capture: true })
  try {
    if (!document.execCommand('copy')) throw new Error('The browser did not copy the text')
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true })
  }
}
