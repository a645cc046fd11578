import { copyText } from '#src/lib/copy-text.ts'
import { showFailure, showToast } from './toast-store.ts'

/** Copies a text. Shows `done`, or that copying is blocked, as a toast. */
export const copyWithToast = async (text: string, done: string): Promise<void> => {
  try {
    await copyText(text)
    showToast({ title: done })
  } catch {
    showFailure('Copying is blocked by the browser')
  }
}
