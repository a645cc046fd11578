/** Returns the text of a response; null if it has more than `maxBytes`, whose rest is not read. */
export async function readBoundedText(
  response: Response,
  maxBytes: number,
): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
