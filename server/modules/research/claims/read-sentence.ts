import { dateAt, figureAt, isBoundWord, type DatePart, type Figure } from './figures.ts'
import { findFrames, type Frame } from './frames.ts'
import { tagWords, type Word } from './tag-words.ts'
import {
  baseForm,
  findOperator,
  FUNCTION_WORDS,
  GRAMMAR,
  PREPOSITIONS,
  RELATIONS,
  SAY,
  type Operator,
} from './vocabulary.ts'

/** A word with meaning, a figure, a date or a pronoun, with its place in the sentence's grammar. */
export type Token = {
  kind: 'word' | 'figure' | 'date' | 'pronoun'
  text: string
  base: string
  /** Index in `Sentence.words`. */
  at: number
  frame: number
  /** Before its verb, the verb itself, or after it. */
  side: 'before' | 'verb' | 'after'
  /** The preposition that governs it, and the word that its phrase belongs to. */
  prep: string | null
  host: number | null
  /** The last word of its noun phrase. */
  head: number
  isPossessive: boolean
  /** True if its words are reported, as in `Kamino said` or `according to Kamino`. */
  isSpeaker: boolean
  figure: Figure | null
  date: DatePart | null
}

export type Sentence = {
  words: Word[]
  tokens: Token[]
  frames: (Frame & { operators: Operator[] })[]
}

const PRONOUN = /^(?:it|its|they|their|them|he|she|his|her|those|this|these|both|which|who)$/
const DAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:today|yesterday|tomorrow)$/
export const PERIOD =
  /^(?:week|month|year|quarter|morning|weekend|day|summer|winter|spring|autumn|season)$/

const POSSESSIVE = /^(?:its|their|his|her)$/
const PUNCTUATION = /^[,;:()–—]$/

/** Divides a sentence into the frames of its verbs and the words with meaning in them. */
export function readSentence(text: string): Sentence {
  const words = tagWords(text)
  const frames = findFrames(words).map((frame) => ({ ...frame, operators: [] as Operator[] }))
  const reader = new Reader(words, frames)
  for (let at = 0; at < words.length; at += 1) at += reader.read(at)
  reader.closePhrase()
  return { words, tokens: reader.tokens, frames }
}

/** Reads a sentence word by word, and knows the phrase and the preposition that a word is in. */
class Reader {
  readonly tokens: Token[] = []
  readonly #words: readonly Word[]
  readonly #texts: readonly string[]
  readonly #frames: Sentence['frames']
  #frame = -1
  #prep: string | null = null
  #host: number | null = null
  #phrase: Token[] = []
  #lastHead: number | null = null
  #isSpeaker = false

  constructor(words: readonly Word[], frames: Sentence['frames']) {
    this.#words = words
    this.#texts = words.map(({ text }) => text)
    this.#frames = frames
  }

  /** Reads the word at a place, and returns how many words after it belong to it. */
  read(at: number): number {
    const word = this.#words[at]
    const current = this.#enterFrame(at)
    if (!word || !current) return 0
    const bare = word.text.replace(/(?<=.)'s?$/, '')
    if (PUNCTUATION.test(bare)) {
      this.#leavePhrase()
      this.#isSpeaker = false
      return 0
    }
    const date = dateAt(this.#texts, at)
    if (date !== null && !(word.text === 'may' && word.pos === 'AUX')) {
      this.closePhrase()
      this.tokens.push({ ...this.#create('date', at, current), date })
      this.#leavePhrase()
      return date.length - 1
    }
    const operator = operatorAt(word, this.#texts[at + 1], this.#frames[current.parent ?? -1])
    if (operator !== undefined) current.operators.push(operator)
    return this.#readPreposition(at, bare, current) ?? this.#readWord(at, bare, current, operator)
  }

  closePhrase(): void {
    const head = this.#phrase.at(-1)?.at
    if (head !== undefined) {
      for (const token of this.#phrase) token.head = head
      this.#lastHead = head
    }
    this.#phrase = []
  }

  #leavePhrase(): void {
    this.closePhrase()
    this.#prep = null
    this.#host = null
  }

  #enterFrame(at: number): Sentence['frames'][number] | undefined {
    const owner = ownerOf(this.#frames, at)
    const current = this.#frames[owner]
    if (owner !== this.#frame) {
      this.#leavePhrase()
      this.#lastHead = null
      this.#isSpeaker = false
      this.#frame = owner
    }
    if (current && (at === current.start || at === current.end + 1)) {
      this.#leavePhrase()
      if (at > current.end) this.#lastHead = null
    }
    return current
  }

  #create(kind: Token['kind'], at: number, current: Frame): Token {
    const word = this.#words[at] ?? { raw: '', text: '' }
    const text = word.text.replace(/(?<=.)'s?$/, '')
    const isVerb = at >= current.start && at <= current.end
    const side = isVerb ? 'verb' : at < current.start ? 'before' : 'after'
    return {
      kind,
      text,
      base: baseForm(text),
      at,
      frame: this.#frame,
      side,
      prep: isVerb ? null : this.#prep,
      host: this.#host,
      head: at,
      isPossessive: text !== word.text || POSSESSIVE.test(text),
      isSpeaker: this.#isSpeaker || (current.isSay && side === 'before'),
      figure: null,
      date: null,
    }
  }

  /** Reads a preposition, and returns nothing if the word has a meaning of its own. */
  #readPreposition(at: number, bare: string, { start, end }: Frame): number | null {
    const [pos = '', next = ''] = [this.#words[at]?.pos, this.#texts[at + 1]]
    if (bare === 'according' && next === 'to') {
      this.#leavePhrase()
      this.#isSpeaker = true
      return 1
    }
    if (bare === 'up' && next === 'to' && DIGIT.test(this.#texts[at + 2] ?? '')) return 1
    if (at === end + 1 && /^(?:out|back|away)$/.test(bare)) return 0
    const isThan = bare === 'than' && !isBoundWord(this.#texts, at - 1)
    const isVerb = at >= start && at <= end
    const isPreposition =
      PREPOSITIONS.has(bare) && !/^(?:VERB|PART)$/.test(pos) && !isBoundAt(this.#texts, at)
    if (isVerb || (!isThan && !isPreposition)) return null
    this.closePhrase()
    if (bare === 'of' && /^(?:ahead|because|out|instead)$/.test(this.#texts[at - 1] ?? '')) return 0
    // "From A to B" belongs to one word.
    const isRange = RANGE.test(this.#prep ?? '') && RANGE.test(bare)
    if (!isRange) this.#host = this.#lastHead
    // What follows `than` is compared, and not said.
    if (this.#prep !== 'than') this.#prep = bare
    return RELATIONS.has(bare) ? null : 0
  }

  #readWord(at: number, bare: string, current: Frame, operator: Operator | undefined): number {
    const word = this.#words[at]
    const next = this.#texts[at + 1] ?? ''
    if (word?.pos === 'DET' || (word?.pos === 'CCONJ' && !this.#joinsModifiers(at)))
      this.closePhrase()
    const figure = figureAt(this.#texts, at, word?.raw ?? '')
    if (figure !== null) {
      this.#addToPhrase({ ...this.#create('figure', at, current), figure })
      return 0
    }
    if (isBoundWord(this.#texts, at)) return 0
    if (PRONOUN.test(bare) && !PERIOD.test(next)) {
      if (POSSESSIVE.test(bare)) this.#addToPhrase(this.#create('pronoun', at, current))
      else {
        this.closePhrase()
        if (!bare.startsWith('wh')) this.tokens.push(this.#create('pronoun', at, current))
      }
      return 0
    }
    if (!isContent(bare, next, operator, current, at)) return 0
    const isDay = DAY.test(bare)
    if (isDay || (/^(?:last|next|this|past)$/.test(bare) && PERIOD.test(next))) this.closePhrase()
    const token = this.#create('word', at, current)
    if (isDay) this.tokens.push({ ...token, prep: token.prep ?? 'on' })
    else if (token.side === 'verb' || RELATIONS.has(bare) || word?.pos === 'ADV')
      this.tokens.push(token)
    else this.#addToPhrase(token)
    return 0
  }

  #addToPhrase(token: Token): void {
    this.tokens.push(token)
    this.#phrase.push(token)
    if (token.kind !== 'word' || !token.isPossessive) return
    for (const part of this.#phrase) part.head = token.at
    this.#phrase = [token]
  }

  /** `Dutch and Finnish police` is one phrase. */
  #joinsModifiers(at: number): boolean {
    const [next, after] = [this.#words[at + 1]?.pos, this.#words[at + 2]?.pos]
    return this.#phrase.length === 1 && after === 'NOUN' && (next === 'ADJ' || next === 'PROPN')
  }
}

const DIGIT = /^[$€£]?\s?\d/
const RANGE = /^(?:from|to|by)$/

function isContent(
  bare: string,
  next: string,
  operator: Operator | undefined,
  { start, end, verb, isSay }: Frame,
  at: number,
): boolean {
  if ((bare === 'this' && PERIOD.test(next)) || RELATIONS.has(bare)) return true
  const isMain = at >= start && at <= end && at === verb
  if (SAY.has(bare) && isMain) return !isSay
  return bare !== '' && !FUNCTION_WORDS.has(bare) && !(operator !== undefined && GRAMMAR.has(bare))
}

const isBoundAt = (texts: readonly string[], at: number): boolean =>
  /^(?:over|under|above|below|about|around|up)$/.test(texts[at] ?? '') &&
  /^(?:[$€£]?\s?\d|to$|half|one|two|three)/.test(texts[at + 1] ?? '')

function operatorAt(
  { text, pos, raw }: Word,
  next: string | undefined,
  parent: Frame | undefined,
): Operator | undefined {
  // `Said it would` reports that it will.
  if (text === 'would' && parent?.isSay === true) return 'later'
  if (text.startsWith('offer')) return next === 'to' ? 'wish' : undefined
  if (text === 'may' && /^\p{Lu}/u.test(raw)) return undefined
  const operator = findOperator(text)
  return pos === 'NOUN' && operator !== 'not' && operator !== 'later' ? undefined : operator
}

/** Finds the frame that a word belongs to: the last that has begun. */
function ownerOf(frames: readonly Frame[], at: number): number {
  const nth = frames.findLastIndex(({ from }) => from <= at)
  if (nth >= 0) return nth
  // Words before an inner clause belong to the verb after it.
  return Math.max(
    0,
    frames.findIndex(({ link, inherits }) => link === 'root' && inherits === 'before'),
  )
}
