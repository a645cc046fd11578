import { baseForm } from '#server/modules/research/text/base-form.ts'
import { readDate, readFigure, isBoundWord, type DatePart, type Figure } from './figures.ts'
import { findFrames, type Frame } from './frames.ts'
import { tagWords, type Word } from './tag-words.ts'
import {
  findOperator,
  isFunctionWord,
  isPureOperator,
  type Operator,
  PREPOSITIONS,
  RELATIONS,
} from './vocabulary.ts'

/** A content word, figure, date or pronoun, with its place in the grammar of the sentence. */
export type Token = {
  kind: 'word' | 'figure' | 'date' | 'pronoun'
  text: string
  base: string
  /** Index in `Sentence.words`. */
  at: number
  frame: Frame
  /** Before its verb, the verb itself, or after it. */
  side: 'before' | 'verb' | 'after'
  /** The preposition that governs it, and the head of the phrase before that preposition. */
  prep: string | null
  host: Token | null
  /** The last word of its noun phrase, often itself. */
  readonly head: Token
  lastOfPhrase: Token | null
  isPossessive: boolean
  /** True if its words are reported, as in `Kamino said` or `according to Kamino`. */
  isSpeaker: boolean
  figure: Figure | null
  date: DatePart | null
}

export type Sentence = {
  words: readonly Word[]
  tokens: readonly Token[]
  frames: readonly Frame[]
}

const PRONOUN = /^(?:it|its|they|their|them|he|she|his|her|those|this|these|both|which|who)$/
const POSSESSIVE = /^(?:its|their|his|her)$/
const DAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$|^(?:today|yesterday|tomorrow)$/
const PERIOD =
  /^(?:week|month|year|quarter|morning|weekend|day|summer|winter|spring|autumn|season)$/
const TIME_UNIT = /^(?:second|minute|hour|day|week|month|year)s?$/
const PUNCTUATION = /^[,;:()–—]$/
const RANGE = /^(?:from|to|by)$/
const BOUND = /^(?:over|under|above|below|about|around|up)$/
const BOUNDED = /^(?:[$€£]?\s?\d|to$|half|one|two|three)/

/** True for `in May`, `last week` and `two days later`. */
export const isTime = ({ kind, text, prep }: Token): boolean =>
  kind === 'date' || PERIOD.test(text) || (prep === null && TIME_UNIT.test(text))

/** Splits a sentence into the frames of its verbs and their content words. */
export function parseSentence(text: string): Sentence {
  const words = tagWords(text)
  const frames = findFrames(words)
  const parser = new Parser(words, frames)
  for (let at = 0; at < words.length; at += 1) at += parser.read(at)
  parser.closePhrase()
  for (const token of parser.tokens)
    // "Rose by 5%" is "rose 5%".
    if (token.kind === 'figure' && token.head === token && token.prep === 'by') token.prep = null
  return { words, tokens: parser.tokens, frames }
}

/** Reads a sentence word by word and tracks the current phrase and preposition. */
class Parser {
  readonly tokens: Token[] = []
  readonly #words: readonly Word[]
  readonly #texts: readonly string[]
  readonly #frames: readonly Frame[]
  #frame: Frame | null = null
  #prep: string | null = null
  #host: Token | null = null
  #phrase: Token[] = []
  #lastHead: Token | null = null
  #isSpeaker = false

  constructor(words: readonly Word[], frames: readonly Frame[]) {
    this.#words = words
    this.#texts = words.map(({ text }) => text)
    this.#frames = frames
  }

  /** Reads the word at an index, and returns how many of the next words belong to it. */
  read(at: number): number {
    const word = this.#words[at]
    const frame = this.#enterFrame(at)
    if (!word || !frame) return 0
    const bare = removePossessive(word.text)
    if (PUNCTUATION.test(bare)) {
      this.#leavePhrase()
      this.#isSpeaker = false
      return 0
    }
    const date = readDate(this.#texts, at)
    if (date !== null && !(word.text === 'may' && word.pos === 'AUX')) {
      this.closePhrase()
      this.#add('date', at, frame).date = date
      this.#leavePhrase()
      return date.length - 1
    }
    const operator = readOperator(word, frame.parent)
    if (operator !== undefined) frame.operators.push(operator)
    return this.#readPreposition(at, bare, frame) ?? this.#readWord(at, bare, frame, operator)
  }

  closePhrase(): void {
    const head = this.#phrase.at(-1)
    if (head !== undefined) {
      for (const token of this.#phrase) token.lastOfPhrase = head
      this.#lastHead = head
    }
    this.#phrase = []
  }

  #leavePhrase(): void {
    this.closePhrase()
    this.#prep = null
    this.#host = null
  }

  #enterFrame(at: number): Frame | undefined {
    const frame = findOwner(this.#frames, at)
    if (frame === undefined) return undefined
    if (frame !== this.#frame) {
      this.#leavePhrase()
      this.#lastHead = null
      this.#isSpeaker = false
      this.#frame = frame
    }
    if (at === frame.start || at === frame.end + 1) this.#leavePhrase()
    if (at === frame.end + 1) this.#lastHead = null
    return frame
  }

  #add(kind: Token['kind'], at: number, frame: Frame): Token {
    const written = this.#texts[at] ?? ''
    const text = removePossessive(written)
    const side = at < frame.start ? 'before' : at <= frame.end ? 'verb' : 'after'
    const token: Token = {
      kind,
      text,
      base: baseForm(text),
      at,
      frame,
      side,
      prep: side === 'verb' ? null : this.#prep,
      host: this.#host,
      isPossessive: text !== written || POSSESSIVE.test(text),
      isSpeaker: this.#isSpeaker || (frame.isSpeech && side === 'before'),
      figure: null,
      date: null,
      lastOfPhrase: null,
      get head() {
        return this.lastOfPhrase ?? this
      },
    }
    this.tokens.push(token)
    return token
  }

  /** Reads a preposition. Returns null if the word is also a content word. */
  #readPreposition(at: number, bare: string, frame: Frame): number | null {
    const next = this.#texts[at + 1]
    if (bare === 'according' && next === 'to') {
      this.#leavePhrase()
      this.#isSpeaker = true
      return 1
    }
    const isThan = bare === 'than' && !isBoundWord(this.#texts, at - 1)
    const isPreposition =
      PREPOSITIONS.has(bare) &&
      !/^(?:VERB|PART)$/.test(this.#words[at]?.pos ?? '') &&
      !opensBound(this.#texts, at)
    const isVerb = at >= frame.start && at <= frame.end
    if (isVerb || (!isThan && !isPreposition)) return null
    this.closePhrase()
    // "From A to B" belongs to one word.
    if (!RANGE.test(this.#prep ?? '') || !RANGE.test(bare)) this.#host = this.#lastHead
    // Words after `than` are compared, not asserted.
    if (this.#prep !== 'than') this.#prep = bare
    return RELATIONS.has(bare) ? null : 0
  }

  #readWord(at: number, bare: string, frame: Frame, operator: Operator | undefined): number {
    const word = this.#words[at]
    const next = this.#texts[at + 1] ?? ''
    if (word?.pos === 'DET' && isDayWord(this.tokens.at(-1))) this.#leavePhrase()
    else if (word?.pos === 'DET' || (word?.pos === 'CCONJ' && !this.#joinsModifiers(at)))
      this.closePhrase()
    const figure = readFigure(this.#texts, at, word?.raw ?? '')
    if (figure !== null) {
      const isModifier = /^(?:NOUN|PROPN|ADJ)$/.test(this.#words[at + 2]?.pos ?? '')
      if (TIME_UNIT.test(next) && !isModifier) this.#beginTime(at)
      else if (isAmount(figure, this.#words[at + 1])) this.#beginAmount()
      const token = this.#add('figure', at, frame)
      token.figure = figure
      this.#addToPhrase(token)
      return 0
    }
    if (isBoundWord(this.#texts, at)) return 0
    const isPeriod = /^(?:last|next|this|past)$/.test(bare) && PERIOD.test(next)
    if (PRONOUN.test(bare) && !PERIOD.test(next)) {
      if (POSSESSIVE.test(bare)) this.#addToPhrase(this.#add('pronoun', at, frame))
      else {
        this.closePhrase()
        if (!bare.startsWith('wh')) this.#add('pronoun', at, frame)
      }
      return 0
    }
    if (!isPeriod && !hasMeaning(bare, operator)) return 0
    const isDay = DAY.test(bare)
    if (isDay || isPeriod) this.#beginTime(at)
    const token = this.#add('word', at, frame)
    if (isDay) token.prep ??= 'on'
    else if (token.side !== 'verb' && !RELATIONS.has(bare) && word?.pos !== 'ADV')
      this.#addToPhrase(token)
    return 0
  }

  /** `For SOL last week`: a time belongs to the previous phrase only if it has a preposition. */
  #beginTime(at: number): void {
    const before = this.#texts[this.#texts[at - 1] === 'the' ? at - 2 : at - 1] ?? ''
    if (PREPOSITIONS.has(before)) this.closePhrase()
    else this.#leavePhrase()
  }

  /** `Pay farmers in Kenya 5 SOL`: the amount does not belong to the place. */
  #beginAmount(): void {
    if (this.#prep !== null && this.#phrase.some(({ kind }) => kind === 'word')) this.#leavePhrase()
  }

  #addToPhrase(token: Token): void {
    this.#phrase.push(token)
    if (token.kind !== 'word' || !token.isPossessive) return
    for (const part of this.#phrase) part.lastOfPhrase = token
    this.#phrase = [token]
  }

  /** `Dutch and Finnish police` is one phrase. */
  #joinsModifiers(at: number): boolean {
    const [next, after] = [this.#words[at + 1]?.pos, this.#words[at + 2]?.pos]
    return this.#phrase.length === 1 && after === 'NOUN' && (next === 'ADJ' || next === 'PROPN')
  }
}

/** `On Wednesday the limit`: a new phrase begins after a day. */
const isDayWord = (token: Token | undefined): boolean =>
  token !== undefined && DAY.test(token.text) && !token.isPossessive

/** `$5`, `5%` and `5 SOL`, but not the number of a version. */
const isAmount = ({ unit }: Figure, next: Word | undefined): boolean =>
  unit !== 'number' || /^\p{Lu}{2,}$/u.test(next?.raw ?? '')

const removePossessive = (text: string): string => text.replace(/(?<=.)'s?$/, '')

const hasMeaning = (bare: string, operator: Operator | undefined): boolean =>
  bare !== '' && !isFunctionWord(bare) && (operator === undefined || !isPureOperator(bare))

/** `Over 5 SOL`, but not `over the bridge`. */
const opensBound = (texts: readonly string[], at: number): boolean =>
  BOUND.test(texts[at] ?? '') && BOUNDED.test(texts[at + 1] ?? '')

function readOperator({ text, pos }: Word, parent: Frame | null): Operator | undefined {
  // `Said it would` reports that it will.
  if (text === 'would' && parent?.isSpeech === true) return 'later'
  const operator = findOperator(text)
  return pos === 'NOUN' && operator !== 'not' && operator !== 'later' ? undefined : operator
}

/** Returns the frame that a word belongs to: the last one that began. */
const findOwner = (frames: readonly Frame[], at: number): Frame | undefined =>
  frames.findLast(({ from }) => from <= at) ??
  // Words before an inner clause belong to the verb after it.
  frames.find(({ link, inherits }) => link === 'root' && inherits === 'before') ??
  frames[0]
