export type KeptAnswer = {
  text: string
  etag: string | null
  lastModified: string | null
  fetchedAtMs: number
}

/** Keeps the latest answers by address, the least recently used leaving first, within a bound of characters. */
export function createAnswerCache({ maxChars }: { maxChars: number }) {
  const kept = new Map<string, KeptAnswer>()
  let chars = 0
  const drop = (key: string): void => {
    chars -= kept.get(key)?.text.length ?? 0
    kept.delete(key)
  }
  return {
    get(key: string): KeptAnswer | undefined {
      const answer = kept.get(key)
      if (answer === undefined) return undefined
      kept.delete(key)
      kept.set(key, answer)
      return answer
    },
    set(key: string, answer: KeptAnswer): void {
      drop(key)
      if (answer.text.length > maxChars) return
      kept.set(key, answer)
      chars += answer.text.length
      for (const oldest of kept.keys()) {
        if (chars <= maxChars) break
        drop(oldest)
      }
    },
  }
}
