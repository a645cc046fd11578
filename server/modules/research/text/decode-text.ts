import { gunzipSync } from 'node:zlib'

const BYTE_ORDER_MARKS: readonly { bytes: readonly number[]; label: string }[] = [
  { bytes: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { bytes: [0xff, 0xfe], label: 'utf-16le' },
  { bytes: [0xfe, 0xff], label: 'utf-16be' },
]

/**
 * Decodes text whose declared encoding may be wrong: byte order mark, then valid UTF-8, then the declared encoding,
 * then Windows-1252. Unzips up to `maxBytes` and throws `RangeError` beyond.
 */
export function decodeText(
  given: Uint8Array,
  contentType: string | null,
  { maxBytes }: { maxBytes: number },
): string {
  const bytes =
    given[0] === 0x1f && given[1] === 0x8b
      ? gunzipSync(given, { maxOutputLength: maxBytes })
      : given
  const mark = BYTE_ORDER_MARKS.find((each) =>
    each.bytes.every((byte, place) => bytes[place] === byte),
  )
  if (mark) return new TextDecoder(mark.label).decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024))
  if (/^(?:<\0|\0<|\{\0|\0\{)/.test(head)) {
    return new TextDecoder(head.startsWith('\0') ? 'utf-16be' : 'utf-16le').decode(bytes)
  }
  return strictUtf8(bytes) ?? new TextDecoder(declaredEncoding(contentType, head)).decode(bytes)
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8.
    return null
  }
}

function declaredEncoding(contentType: string | null, head: string): string {
  const claim =
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType ?? '')?.[1] ??
    /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  if (claim === undefined || /^utf-?(8|16)/i.test(claim)) return 'windows-1252'
  try {
    return new TextDecoder(claim).encoding
  } catch {
    // Unknown encoding.
    return 'windows-1252'
  }
}
