import type { Evidence, ProseSentence } from '#contract/research/digest.ts'
import { createClaimCheck } from '#server/modules/research/claims/entailment.ts'
import { isInstruction } from '#server/modules/research/text/quotable.ts'
import { htmlToText } from '#server/modules/research/text/plain-text.ts'
import {
  splitAllSentences,
  parseFigure,
  findFigures,
} from '#server/modules/research/text/sentences.ts'

type CheckedProse = {
  paragraphs: ProseSentence[][]
  dropped: number
  marked: number
}

const CITATION = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
const MIN_CHARS = 12
const ROUNDING = 0.006
const NAME = /(?<=[\p{Ll}\p{N},;:’'")\]]\s)\p{Lu}[\p{L}\p{N}.-]+/gu

/**
 * Checks a model's text sentence by sentence. A sentence is supported if one sentence of a source that it cites says
 * the same. It is dropped if it instructs the reader's program, cites no evidence, or names or counts something that its sources do not contain, and
 * otherwise marked.
 */
export function checkProse(text: string, evidence: readonly Evidence[]): CheckedProse {
  const sources = new Map(
    evidence.map(({ n, title, text: body }) => {
      const whole = `${title}\n${body}`
      return [n, { whole, carries: createClaimCheck([splitAllSentences(whole)]) }] as const
    }),
  )
  let dropped = 0
  let marked = 0
  const paragraphs = text.split(/\n\s*\n/).flatMap((paragraph) => {
    const kept = sentencesWithCites(paragraph).flatMap(({ sentence, cites }) => {
      if (sentence.length < MIN_CHARS && cites.length === 0) return []
      const verdict = judge(sentence, cites, sources)
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
  sources: ReadonlyMap<number, { whole: string; carries: (claim: string) => boolean }>,
): 'supported' | 'marked' | 'dropped' {
  if (isInstruction(sentence)) return 'dropped'
  const cited = cites.flatMap((n) => sources.get(n) ?? [])
  if (cites.length === 0 || cited.length < cites.length) return 'dropped'
  if (cited.some(({ carries }) => carries(sentence))) return 'supported'
  const whole = cited.map((source) => source.whole).join('\n')
  const lower = whole.toLowerCase()
  const names = sentence.match(NAME) ?? []
  const isKnown =
    findFigures(sentence).every((figure) => holdsFigure(whole, figure)) &&
    names.every((name) => lower.includes(name.replace(/[.-]+$/, '').toLowerCase()))
  return isKnown ? 'marked' : 'dropped'
}

/** Returns true if the source contains the amount. A rounded amount counts: `$12.46M` for 12461528.51. */
function holdsFigure(source: string, figure: string): boolean {
  const wanted = parseFigure(figure)
  return findFigures(source).some((each) => {
    const found = parseFigure(each)
    const isSameKind =
      wanted.unit === found.unit || wanted.unit === 'number' || found.unit === 'number'
    const difference = Math.abs(found.value - wanted.value)
    return (
      isSameKind && difference <= ROUNDING * Math.max(Math.abs(found.value), Math.abs(wanted.value))
    )
  })
}
