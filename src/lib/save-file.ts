/** How long the file's address must live for the browser to take it. */
const GRACE_MS = 10_000

/** Lets the browser save a file as if a link to it had been followed. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), GRACE_MS)
}
