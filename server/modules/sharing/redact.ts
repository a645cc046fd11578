import { wordlist } from '@scure/bip39/wordlists/english.js'
import { decodeBase58 } from '#solana/base58.ts'
import { createSignerFromSeed } from '#solana/keys.ts'

/** `kinds`: of the secrets that were removed, each once. */
export type Redaction = { text: string; kinds: readonly SecretKind[] }
type SecretKind = 'seed phrase' | 'private key' | 'API key'

const WORDS = new Set(wordlist)
/** Length of the shortest BIP-39 phrase. Prose has fewer of its words in a row: it needs `a`, `the`, `to`, `of`. */
const MIN_PHRASE_WORDS = 12

/**
 * Removes seed phrases, private keys and API keys. A transaction signature is as long as a key, so a base58 text of
 * 64 bytes counts as a key only if its second half is the public key of the first.
 */
export function redactSecrets(text: string): Redaction {
  const kinds = new Set<SecretKind>()
  const take = (kind: SecretKind) => {
    kinds.add(kind)
    return `[${kind} removed]`
  }
  const withoutKeys = text
    .replaceAll(/\[\s*(?:\d{1,3}\s*,\s*){63}\d{1,3}\s*\]/g, (array) =>
      isKeypair(Buffer.from(parseNumbers(array))) ? take('private key') : array,
    )
    .replaceAll(
      /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{86,88}(?![1-9A-HJ-NP-Za-km-z])/g,
      (word) => {
        const bytes = decodeBase58(word)
        return bytes !== null && isKeypair(Buffer.from(bytes)) ? take('private key') : word
      },
    )
    .replaceAll(/(?<![\da-f])[\da-f]{128}(?![\da-f])/gi, (hex) =>
      isKeypair(Buffer.from(hex, 'hex')) ? take('private key') : hex,
    )
    .replaceAll(NAMED_KEY, (_, name: string) => `${name}${take('private key')}`)
    .replaceAll(/\b(?:sk|rk|pk)-[\w-]{16,}\b|\bxox[abp]-[\w-]{10,}|\bghp_\w{30,}/g, () =>
      take('API key'),
    )
    .replaceAll(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
      () => take('private key'),
    )
  const redacted = withoutPhrases(withoutKeys, () => take('seed phrase'))
  return { text: redacted, kinds: [...kinds] }
}

/** A key of 32 bytes looks like an address or a hash, so only its label identifies it. */
const NAMED_KEY =
  /((?:private|secret)[ _-]?key\b[^\w\n]{0,4}(?:is\b|=|:)?\s*["']?)(?:0x)?(?:[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{43,44})\b/gi

function parseNumbers(array: string): number[] {
  return (array.match(/\d+/g) ?? []).map(Number)
}

function isKeypair(bytes: Uint8Array): boolean {
  if (bytes.length !== 64) return false
  const { publicKey } = createSignerFromSeed(bytes.subarray(0, 32))
  return Buffer.compare(publicKey, bytes.subarray(32)) === 0
}

function withoutPhrases(text: string, take: () => string): string {
  const cuts: { from: number; to: number }[] = []
  let run: RegExpExecArray[] = []
  const close = () => {
    const [first, last] = [run[0], run.at(-1)]
    // The checksum of a phrase rules out one word alone.
    const isVaried = new Set(run.map(([word]) => word.toLowerCase())).size > 1
    if (run.length >= MIN_PHRASE_WORDS && isVaried && first !== undefined && last !== undefined) {
      cuts.push({ from: first.index, to: last.index + last[0].length })
    }
    run = []
  }
  for (const word of text.matchAll(/[a-z]+/gi)) {
    const last = run.at(-1)
    const isBeside =
      last !== undefined && isGap(text.slice(last.index + last[0].length, word.index))
    if (!WORDS.has(word[0].toLowerCase())) close()
    else if (last === undefined || isBeside) run.push(word)
    else {
      close()
      run.push(word)
    }
  }
  close()
  return cuts.reduceRight(
    (left, { from, to }) => left.slice(0, from) + take() + left.slice(to),
    text,
  )
}

const isGap = (between: string): boolean => /^[\s\d.,;:)("'`[\]|-]{1,8}$/.test(between)

export const asksForSecret = (text: string): boolean =>
  /\b(?:enter|send|give|share|paste|provide|type|tell|submit|confirm|verify)\b[^.!?\n]{0,60}\b(?:seed|recovery|secret|backup|mnemonic)[ -]?(?:phrase|words?)?\b|\b(?:enter|send|give|share|paste|provide|submit|tell)\b[^.!?\n]{0,60}\b(?:private|secret) key\b/i.test(
    text,
  )
