import { FILE_LIMITS } from '#contract/apps/agent-files.ts'
import { formatNumber } from '#contract/numbers.ts'

/** A character has at most four bytes. */
const MAX_BYTES = FILE_LIMITS.characters * 4

type TextFile = { ok: true; name: string; text: string } | { ok: false; reason: string }

/** Reads a file of text in UTF-8. Says why not, for anything else and for a file that is empty or too long. */
export async function readTextFile(file: File): Promise<TextFile> {
  const refuse = (why: string): TextFile => ({ ok: false, reason: `${file.name} ${why}` })
  const tooLong = `is too long. Use at most ${formatNumber(FILE_LIMITS.characters)} characters.`
  if (file.size > MAX_BYTES) return refuse(tooLong)
  const text = decode(await file.arrayBuffer())
  if (text === null) return refuse('isn’t a text file. Use TXT, Markdown, CSV or JSON.')
  if (text.trim() === '') return refuse('is empty.')
  if (text.length > FILE_LIMITS.characters) return refuse(tooLong)
  return { ok: true, name: file.name.slice(-FILE_LIMITS.name), text }
}

function decode(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
