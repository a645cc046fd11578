const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
const ABBREVIATION =
  /(?:^|[\s(“"'])(?:mr|mrs|ms|dr|mt|st|vs|inc|corp|ltd|co|no|approx|est|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|u\.s|u\.k|e\.g|i\.e|[a-z])\.$/i
const MIN_CHARS = 25
/** A shorter text is a sentence if it ends like one: `Trading starts on Monday.` */
const MIN_ENDED_CHARS = 14
const ENDED = /^\p{Lu}\S*(?: \S+){3,}[.!]$/u
const MAX_CHARS = 420
const MAX_SENTENCES = 120

/** Splits a text into its literal sentences, without fragments and overlong ones. */
export const splitSentences = (text: string): string[] =>
  splitAllSentences(text).filter(
    (sentence) =>
      sentence.length <= MAX_CHARS &&
      (sentence.length >= MIN_CHARS ||
        (sentence.length >= MIN_ENDED_CHARS && ENDED.test(sentence))),
  )

/** Splits a text into all its sentences. A line ends a sentence too. */
export function splitAllSentences(text: string): string[] {
  const found: string[] = []
  let open = ''
  for (const { segment } of SEGMENTER.segment(text)) {
    open += segment
    if (ABBREVIATION.test(open.trimEnd())) continue
    found.push(open.trim())
    open = ''
    if (found.length >= MAX_SENTENCES) break
  }
  if (open.trim() !== '') found.push(open.trim())
  return found.filter((sentence) => sentence !== '')
}

const FIGURE =
  /(?:[$€£]\s?)?\d+(?:[.,]\d+)*(?:\s?(?:%|percent\b|trillion\b|billion\b|million\b|thousand\b|[bmk]\b))?/gi

/** Returns the numbers of a text as written, with currency and scale. */
export const findFigures = (text: string): string[] => text.match(FIGURE) ?? []

const SCALES: Readonly<Record<string, number>> = {
  trillion: 1e12,
  billion: 1e9,
  b: 1e9,
  million: 1e6,
  m: 1e6,
  thousand: 1e3,
  k: 1e3,
}

/** Parses a figure: `$1.3 million` is 1,300,000 dollars. */
export function parseFigure(figure: string): { unit: 'usd' | 'percent' | 'number'; value: number } {
  const digits = /\d+(?:[.,]\d+)*/.exec(figure)?.[0] ?? '0'
  const scale = /(trillion|billion|million|thousand|[bmk])\s*$/i.exec(figure)?.[1]?.toLowerCase()
  const value =
    Number(digits.replaceAll(',', '')) * (scale === undefined ? 1 : (SCALES[scale] ?? 1))
  const unit = /%|percent/i.test(figure) ? 'percent' : figure.startsWith('$') ? 'usd' : 'number'
  return { unit, value }
}
