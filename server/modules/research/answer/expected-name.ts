import { baseForm } from '#server/modules/research/text/base-form.ts'
import { findNames, WRITTEN_WORD } from '#server/modules/research/text/find-names.ts'
import { isStopWord, splitWords } from '#server/lib/text/words.ts'

/** Kinds of things that have names. */
const KIND =
  /^(?:exchange|dex|wallet|client|validator|regulator|compan(?:y|ie)|firm|project|protocol|pool|market|token|coin|fund|bank|app|network|chain|blockchain|bridge|team|countr(?:y|ie)|court|agenc(?:y|ie)|auditor|investor|program|platform|marketplace|stablecoin|memecoin|provider|operator|person|organization|group|service|game|publisher|aggregator|issuer|trader|holder|maker|developer)s?$/
/** Only for these kinds, Solana itself can be the answer. */
const NETWORK = /^(?:network|chain|blockchain)$/
const PLURAL = /s$/
const MAX_BEFORE_KIND = 2
/** Verbs of a question in the third person or in the past. */
const VERB = /(?:s|ed)$/
const LIST = /^(?:\[?DEMO\]?:\s)*(.+?):\s(.*(?:,| and ).*)$/

export type ExpectedName = {
  /** The noun of the kind, which an answer replaces with a name. */
  kind: string
  /** Returns false for a sentence without a name of the kind. */
  isNamed: (text: string) => boolean
}

/** Reads the kind of "Which pool was exploited?". Null if the question asks for no name. */
export function readExpectedName(english: string): ExpectedName | null {
  const found = findKind(english)
  if (found === null) return null
  const kind = baseForm(found)
  const questionWords = new Set(splitWords(english))
  return {
    kind,
    isNamed: (text) =>
      listsKind(text, kind) ||
      (NETWORK.test(kind) && !questionWords.has('solana') && /\bSolana\b/.test(text)) ||
      findNames(text).some((name) => splitWords(name).some((word) => !questionWords.has(word))),
  }
}

/** A list of other kinds also answers: `three projects: an exchange, a market and a wallet`. */
function listsKind(text: string, kind: string): boolean {
  const [, before = '', list = ''] = LIST.exec(text) ?? []
  const has = (part: string) => splitWords(part).some((word) => baseForm(word) === kind)
  return has(before) && !has(list)
}

function findKind(english: string): string | null {
  const words = english.toLowerCase().match(WRITTEN_WORD) ?? []
  for (const [place, word] of words.entries()) {
    if (!/^(?:which|what)$/.test(word)) continue
    const next = words.slice(place + 1, place + 2 + MAX_BEFORE_KIND)
    const at = next.findLastIndex((each) => KIND.test(each))
    const kind = next[at]
    if (kind === undefined || next.slice(0, at).some(isStopWord)) continue
    // "Which network fee" asks for a fee.
    const after = words[place + 2 + at]
    const isHead = after === undefined || PLURAL.test(kind) || isStopWord(after) || VERB.test(after)
    if (isHead) return kind
  }
  return null
}
