import { COMPLEMENT_VERBS, IS_PARTICIPLE, isPast } from './vocabulary.ts'
import winkNLP, { type ItsFunction, type WinkMethods } from 'wink-nlp'
import model from 'wink-eng-lite-web-model'

/** A word as written, its lower case, and its part of speech as the Universal Dependencies name it. */
export type Word = { raw: string; text: string; pos: string }

const WORD =
  /(?:[$€£]\s?)?\d+(?:[.,]\d+)*(?:x\b|\s?(?:%|percent\b|trillion\b|billion\b|million\b|thousand\b|[bmk]\b))?(?![\p{L}\d])|[\p{L}\p{M}\p{N}$]+(?:(?:[.’'-]|&)[\p{L}\p{M}\p{N}]+)*(?:(?<=s)'(?!\p{L}))?|[,;:()–—]/giu

/** Different ways of writing the same, brought to one. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/(\d)\s?(?:bn)\b/gi, '$1 billion'],
  [/(\d)\s?mn\b/gi, '$1 million'],
  [/\b(\d[\d.,]*(?:\s(?:thousand|million|billion|trillion))?)\s(?:US )?dollars\b/g, '$$$1'],
  [/\b(\d[\d.,]*(?:\s(?:thousand|million|billion|trillion))?)\seuros\b/g, '€$1'],
  [/\bUnited States(?: of America)?\b|\bU\.S\.(?=\s)/g, 'US'],
  [/\bUnited Kingdom\b|\bU\.K\.(?=\s)/g, 'UK'],
  [/\bEuropean Union\b/g, 'EU'],
  [/\bQ1\b/g, 'first quarter'],
  [/\bQ2\b/g, 'second quarter'],
  [/\bQ3\b/g, 'third quarter'],
  [/\bQ4\b/g, 'fourth quarter'],
  [/\bv(?=\d+\.\d)/gi, 'version '],
  [/\ball-time high\b/gi, 'record'],
  [/\b(?:is|are|was|were) (?:not able|unable) to\b/gi, 'cannot'],
  [/\ba single\b/gi, 'one'],
  [/\b(within|in|for|than|after|lasted) an? (hour|minute|day|week|month|year)\b/gi, '$1 one $2'],
  [/\bper (year|month|week|day|hour)\b/gi, 'a $1'],
  [/\blaid off\b/gi, 'dismissed'],
  [/\bturned down\b/gi, 'rejected'],
  [/\b(?:set|setting) up\b/gi, 'established'],
  [/\bshut down\b/gi, 'closed'],
  [/\brolled out\b/gi, 'launched'],
  [/\b(?:went|goes|go) live\b/gi, 'launched'],
  [/\bcalled off\b/gi, 'cancelled'],
  [/\btook over\b/gi, 'acquired'],
  [/\bcarried out\b/gi, 'conducted'],
  [/\bfound guilty of\b/gi, 'convicted of'],
  [/\bfree of charge\b/gi, 'for free'],
  [/\bno longer\b/gi, 'formerly'],
  [/\b(?:is|are) (?:going|set|due) to\b/gi, 'will'],
  [/\bas part of\b/gi, 'in'],
  [/\b(?:ahead of|prior to)\b/gi, 'before'],
  [/\bfollowing (?=(?:a|an|the|its|their|his|her)\b)/gi, 'after '],
  [/\b(?:due|owing) to\b|\bas a result of\b/gi, 'because of'],
  [/\bdata sets?\b/gi, 'dataset'],
  [/\b(week|month|year|day|quarter)s? (?:before|ago|previously|prior)\b/gi, '$1 earlier'],
  [/\bthan (?:it|they) (?:did|was|were|had|has|have)\b/gi, 'than'],
  [/\b(?:did|does|do) not (?=have\b)/gi, 'not '],
]

const nlp = lazily(() => winkNLP(model, ['pos']))

function lazily(create: () => WinkMethods): () => WinkMethods {
  let made: WinkMethods | undefined
  return () => (made ??= create())
}

/** Splits a sentence into words, figures and punctuation, each with its part of speech. */
export function tagWords(sentence: string): Word[] {
  const text = SPELLINGS.reduce(
    (all, [pattern, spelling]) => all.replaceAll(pattern, spelling),
    sentence.normalize('NFKC').replaceAll('’', "'"),
  )
  const tagger = nlp()
  const fields: { pos: ItsFunction<string> } = tagger.its
  const tokens = tagger.readDoc(text).tokens()
  const tags = tokens.out(fields.pos)
  let end = 0
  const places = tokens.out().map((value, nth) => {
    const start = text.indexOf(value, end)
    end = start + value.length
    return { start, pos: tags[nth] ?? 'X' }
  })
  const words = [...text.matchAll(WORD)].map(({ 0: raw, index }) => {
    const parts = places
      .filter(({ start }) => start >= index && start < index + raw.length)
      .map(({ pos }) => pos)
    const last = parts.findLast((pos) => !/PART|PUNCT/.test(pos)) ?? parts[0] ?? 'X'
    const pos = /^[$€£]?\s?\d/.test(raw) ? 'NUM' : parts.includes('AUX') ? 'AUX' : last
    return { raw, text: raw.toLowerCase(), pos }
  })
  return correctTags(words)
}

/** Corrects the tags that mislead the division into frames. */
function correctTags(words: readonly Word[]): Word[] {
  const own = words.map((word) => ({ ...word }))
  const pos = (at: number) => own[at]?.pos ?? ''
  for (const [at, word] of own.entries()) {
    const [before, next] = [pos(at - 1), pos(at + 1)]
    const isCapital = /^\p{Lu}/u.test(word.raw)
    const isIng = word.text.endsWith('ing')
    if (word.text === 'according') word.pos = 'ADP'
    const isBetween = /^(?:NOUN|PROPN)$/.test(before) && /^(?:DET|PROPN|NUM|PRON)$/.test(next)
    if (/^(?:NOUN|ADJ)$/.test(word.pos) && !isCapital && isBetween && isPast(word.text))
      word.pos = 'VERB'
    if (word.text === 'to' && word.pos === 'PART' && !/^(?:VERB|AUX|ADV)$/.test(next))
      word.pos = 'ADP'
    if (word.pos === 'AUX' && isCapital && next === 'PROPN') word.pos = 'PROPN'
    if (word.pos === 'VERB' && isCapital && !isIng && (at > 0 || /^(?:NOUN|PROPN)$/.test(next)))
      word.pos = 'PROPN'
    if (
      word.pos === 'NOUN' &&
      /[^s]s$/.test(word.text) &&
      !isCapital &&
      before === 'PROPN' &&
      next === 'NUM' &&
      !own.slice(0, at).some((each) => /^(?:VERB|AUX)$/.test(each.pos))
    )
      word.pos = 'VERB'
    if (
      /^(?:ADJ|NOUN)$/.test(word.pos) &&
      isModal(own[at - 1]?.text) &&
      /^(?:DET|PRON|PROPN)$/.test(next)
    )
      word.pos = 'VERB'
    if (
      word.pos === 'VERB' &&
      /^(?:DET|ADJ|NUM|SYM)$/.test(before) &&
      /^(?:NOUN|PROPN|ADJ)$/.test(next)
    )
      word.pos = 'ADJ'
    if (
      word.pos === 'VERB' &&
      !isIng &&
      /^(?:ADP)$/.test(before) &&
      own[at - 1]?.text !== 'to' &&
      /^(?:NOUN|PROPN|ADJ)$/.test(next)
    )
      word.pos = 'ADJ'
    if (
      word.pos === 'VERB' &&
      /'s?$|^(?:its|their|his|her|our)$/.test(own[at - 1]?.text ?? '') &&
      /^(?:NOUN|PROPN|ADJ)$/.test(next)
    )
      word.pos = 'ADJ'
    if (
      word.pos === 'VERB' &&
      word.text.endsWith('ed') &&
      before === 'VERB' &&
      /^(?:NOUN|PROPN)$/.test(next) &&
      !COMPLEMENT_VERBS.has(own[at - 1]?.text ?? '')
    )
      word.pos = 'ADJ'
    if (word.pos === 'VERB' && /^(?:DET|ADJ)$/.test(before) && isIng) word.pos = 'NOUN'
    if (word.pos === 'VERB' && /^(?:a|an|the|its|their|his|her)$/.test(own[at - 1]?.text ?? ''))
      word.pos = 'NOUN'
    if (word.pos === 'VERB' && isIng && /^(?:AUX)$/.test(next)) word.pos = 'NOUN'
    const isGerund =
      /^(?:NUM|DET|PROPN)$/.test(next) ||
      (next === 'NOUN' && /^(?:against|without|after|before|by)$/.test(own[at - 1]?.text ?? ''))
    if (word.pos === 'NOUN' && isIng && before === 'ADP' && isGerund) word.pos = 'VERB'
    if (word.pos === 'ADJ' && IS_PARTICIPLE(word.text) && before === 'AUX') word.pos = 'VERB'
  }
  if (!own.some((word) => /^(?:VERB|AUX)$/.test(word.pos))) tagVerb(own)
  return own
}

const isModal = (word: string | undefined): boolean =>
  /^(?:will|would|may|might|could|can|should|must|shall|to)$/.test(word ?? '')

/** Every sentence has a verb: here one that looks like a noun, as in `Bitwise charges 0.2%`. */
function tagVerb(own: Word[]): void {
  const verb = own.find(
    (word, at) =>
      at > 0 &&
      /^(?:NOUN|ADJ)$/.test(word.pos) &&
      !/^\p{Lu}/u.test(word.raw) &&
      /^(?:NOUN|PROPN)$/.test(own[at - 1]?.pos ?? '') &&
      /^(?:NUM|DET|PROPN|ADP|PRON)$/.test(own[at + 1]?.pos ?? '') &&
      (/s$|ed$/.test(word.text) ||
        IS_PARTICIPLE(word.text) ||
        /^(?:cost|hit|cut|put|set)$/.test(word.text)),
  )
  if (verb) verb.pos = 'VERB'
}
