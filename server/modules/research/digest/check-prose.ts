import type { Evidence, ProseSentence } from '#contract/research/digest.ts'

import { htmlToText } from '#server/modules/research/text/plain-text.ts'
import { amountOf, findFigures } from '#server/modules/research/text/sentences.ts'
import { extractTerms } from '#server/modules/research/text/words.ts'

type CheckedProse = {
  paragraphs: ProseSentence[][]
  dropped: number
  marked: number
}

const CITATION = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Minimum share of a sentence's words that its sources contain. Below it, the sentence is dropped. */
const MIN_OVERLAP = 0.3
/** Below this share, the sentence is kept and marked. */
const ENOUGH_OVERLAP = 0.5
const MIN_CHARS = 12
const ROUNDING = 0.006
const NAME = /(?<=[\p{Ll}\p{N},;:’'")\]]\s)\p{Lu}[\p{L}\p{N}.-]+/gu

/**
 * Checks a model's text sentence by sentence. Drops a sentence that cites no evidence, or whose figures, names or
 * most words are not in its sources. Marks a sentence when its sources contain only about half of its words.
 */
export function checkProse(text: string, evidence: readonly Evidence[]): CheckedProse {
  const texts = new Map(evidence.map(({ n, title, text: whole }) => [n, `${title}\n${whole}`]))
  let dropped = 0
  let marked = 0
  const paragraphs = text.split(/\n\s*\n/).flatMap((paragraph) => {
    const kept = sentencesWithCites(paragraph).flatMap(({ sentence, cites }) => {
      if (sentence.length < MIN_CHARS && cites.length === 0) return []
      const verdict = judge(sentence, cites, texts)
      if (verdict === 'dropped') dropped += 1
      if (verdict === 'marked') marked += 1
      return verdict === 'dropped'
        ? []
        : [{ text: sentence, cites, is_supported: verdict === 'supported' }]
    })
    return kept.length > 0 ? [kept] : []
  })
  return { paragraphs, dropped, marked }
}

function sentencesWithCites(paragraph: string): { sentence: string; cites: number[] }[] {
  // Citations after the full stop belong to the sentence before it.
  const joined = paragraph.replaceAll(/([.!?])((?:\s*\[\d[\d\s,]*\])+)/g, '$2$1')
  return [...SEGMENTER.segment(joined)].flatMap(({ segment }) => {
    const cites = [...segment.matchAll(CITATION)].flatMap(([, list = '']) =>
      list.split(',').map(Number),
    )
    const sentence = htmlToText(segment.replaceAll(CITATION, '')).replaceAll(/\s+([.,;:!?])/g, '$1')
    return sentence === '' ? [] : [{ sentence, cites: [...new Set(cites)] }]
  })
}

function judge(
  sentence: string,
  cites: readonly number[],
  texts: ReadonlyMap<number, string>,
): 'supported' | 'marked' | 'dropped' {
  const cited = cites.map((n) => texts.get(n))
  if (cites.length === 0 || cited.includes(undefined)) return 'dropped'
  const source = cited.join('\n')
  if (!findFigures(sentence).every((figure) => holdsFigure(source, figure))) return 'dropped'
  const lower = source.toLowerCase()
  const names = sentence.match(NAME) ?? []
  if (!names.every((name) => lower.includes(name.replace(/[.-]+$/, '').toLowerCase()))) {
    return 'dropped'
  }
  const words = new Set(extractTerms(sentence))
  const held = new Set(extractTerms(source))
  const overlap = [...words].filter((word) => held.has(word)).length / (words.size || 1)
  if (overlap < MIN_OVERLAP) return 'dropped'
  return overlap < ENOUGH_OVERLAP ? 'marked' : 'supported'
}

/** True if the source contains the amount, also rounded: `$12.46M` for 12461528.51. */
function holdsFigure(source: string, figure: string): boolean {
  const wanted = amountOf(figure)
  return findFigures(source).some((each) => {
    const found = amountOf(each)
    const isSameKind =
      wanted.unit === found.unit || wanted.unit === 'number' || found.unit === 'number'
    const difference = Math.abs(found.value - wanted.value)
    return (
      isSameKind && difference <= ROUNDING * Math.max(Math.abs(found.value), Math.abs(wanted.value))
    )
  })
}
