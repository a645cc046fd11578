import type { Evidence, ProseSentence } from '#contract/research-digest.ts'

import { textOfHtml } from '#server/modules/research/text/plain-text.ts'
import { amountOf, figuresIn } from '#server/modules/research/text/sentences.ts'
import { termsOf } from '#server/modules/research/text/words.ts'

type CheckedProse = {
  paragraphs: ProseSentence[][]
  dropped: number
  marked: number
}

const CITATION = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
/** Share of a sentence's words that stand in what it cites; below, it says something else. */
const MIN_OVERLAP = 0.3
/** Below this share it is kept with a mark. */
const ENOUGH_OVERLAP = 0.5
const MIN_CHARS = 12
/** A rounded figure stands for one that differs by less. */
const ROUNDING = 0.006
const NAME = /(?<=[\p{Ll}\p{N},;:’'")\]]\s)\p{Lu}[\p{L}\p{N}.-]+/gu

/**
 * A model's text sentence by sentence. A sentence is dropped when it cites nothing, or something that is not evidence,
 * or when a figure or a name in it, or most of its words, do not stand in what it cites; it is marked when only half of
 * its words do.
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
    const sentence = textOfHtml(segment.replaceAll(CITATION, '')).replaceAll(/\s+([.,;:!?])/g, '$1')
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
  if (!figuresIn(sentence).every((figure) => holdsFigure(source, figure))) return 'dropped'
  const lower = source.toLowerCase()
  const names = sentence.match(NAME) ?? []
  if (!names.every((name) => lower.includes(name.replace(/[.-]+$/, '').toLowerCase()))) {
    return 'dropped'
  }
  const words = new Set(termsOf(sentence))
  const held = new Set(termsOf(source))
  const overlap = [...words].filter((word) => held.has(word)).length / (words.size || 1)
  if (overlap < MIN_OVERLAP) return 'dropped'
  return overlap < ENOUGH_OVERLAP ? 'marked' : 'supported'
}

/** The same amount in the same kind, as it is spelled or rounded: `$12.46M` for 12461528.51. */
function holdsFigure(source: string, figure: string): boolean {
  const wanted = amountOf(figure)
  return figuresIn(source).some((each) => {
    const found = amountOf(each)
    const isSameKind =
      wanted.unit === found.unit || wanted.unit === 'number' || found.unit === 'number'
    const difference = Math.abs(found.value - wanted.value)
    return (
      isSameKind && difference <= ROUNDING * Math.max(Math.abs(found.value), Math.abs(wanted.value))
    )
  })
}
