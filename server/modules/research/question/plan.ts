import { isAddress } from '#solana/base58.ts'

import { KNOWN_SUBJECTS, type KnownSubject } from './known-subjects.ts'
import { toPlainQuestion } from './plain-question.ts'
import { asksForNews } from './special-questions.ts'
import { readWindow, type TimeWindow } from './time-window.ts'
import { shortenAddress } from '#server/lib/text/shorten-address.ts'
import { joinWords } from '#server/modules/research/text/join-words.ts'
import { htmlToText } from '#server/modules/research/text/plain-text.ts'
import { extractTerms, isStopWord, MONTHS, splitWords } from '#server/lib/text/words.ts'

export type Subject = Partial<Omit<KnownSubject, 'name' | 'kind' | 'isCommonWord'>> & {
  kind: 'network' | 'token' | 'project' | 'mint' | 'ticker'
  name: string
}

export type Plan = {
  query: string
  /** The sentences that ask, in English words. */
  english: string
  subjects: Subject[]
  /** Distinguishing words of the question, in lower case and without repeats. */
  terms: string[]
  /** Words of the questions before a follow-up, which tell what it is about. */
  context: string[]
  window: TimeWindow
  nowMs: number
}

const MAX_SUBJECTS = 4
const MAX_TERMS = 24
const BASE58 = /[1-9A-HJ-NP-Za-km-z]{32,44}/g
const TICKER = /\$([A-Za-z][A-Za-z0-9]{1,9})\b/g
/** Words that ask and that no answer contains. */
const ASKING = new Set(
  `ask asked asking explain define summary summarise summarize digest research find look tell know learn latest recent recently
  news update updates happening happened happen going today yesterday week weeks month months year years day days hour hours past
  current currently please situation think opinion mean means actual thing things whats what's new compare compared comparison
  versus vs best better good bad worth worthwhile hold holding buy safe safely should explain describe overview story stories
  report reports list show status work works working people someone anyone interesting important important best top main big
  reach reaches reached didnt dont doesnt isnt arent wasnt true nobody uses difference differ differs behind higher
  live active available possible allowed official actually everything take takes took taken taking part large small
  biggest largest greatest major bigger larger smaller expensive cheap cheaper long fast faster quick often old far
  lately exist exists don't doesn't didn't isn't aren't wasn't don doesn didn isn aren wasn ok pls plz wat wats whts hey hi ago
  change changed changes changing right high higher highest low lower lowest much many level levels amount number numbers`.split(
    /\s+/,
  ),
)

/** Topics of every story here: "crypto news" asks for no other ones than "news". */
const FIELD = /^(?:crypto|cryptocurrency|cryptocurrencies|blockchain|web3|markets?)$/

/** Reads a question by rules. A question without subjects takes those of `earlier`. */
export function planResearch(query: string, nowMs: number, earlier: Plan | null = null): Plan {
  const question = toPlainQuestion(extractQuestion(query))
  const mints = [...new Set(question.match(BASE58) ?? [])].filter(isAddress)
  const rest = withoutAsides(mints.reduce((text, mint) => text.replaceAll(mint, ' '), question))
  const found: Subject[] = [...mints.map(mintSubject), ...tickers(rest), ...named(rest)]
  const own = unique(found).slice(0, MAX_SUBJECTS)
  const window = readWindow(rest, nowMs)
  const subjects = own.length > 0 ? own : (earlier?.subjects ?? [])
  const terms = questionTerms(rest).filter(
    (term) => own.length > 0 || !FIELD.test(term) || !asksForNews(rest),
  )
  const names = new Set(own.flatMap(listNames))
  const isNameOnly = terms.every((term) => names.has(term))
  if (earlier !== null && isNameOnly && isShort(rest, own.length > 0)) {
    return completeQuestion({ query, rest, own, nowMs }, earlier)
  }
  const context = own.length > 0 || earlier === null ? [] : listContext(earlier, terms)
  return {
    query,
    english: rest,
    subjects,
    terms: terms.length > 0 ? terms : context,
    context: terms.length > 0 ? context : [],
    window: window.isGiven || earlier === null || own.length > 0 ? window : earlier.window,
    nowMs,
  }
}

const FURTHER_QUESTION = /,? and (?=(?:what|when|where|who|why|which|how)\b)/i

/** Returns a plan for each question of "When does it start, and what does it charge?"; one for any other. */
export function splitQuestions(plan: Plan): Plan[] {
  const parts = plan.english.split(FURTHER_QUESTION).map((english) => ({
    ...plan,
    english,
    terms: questionTerms(english),
  }))
  return parts.every(({ terms }) => terms.length > 0) ? parts : [plan]
}

/** "And Orca?" and "Why?" ask the earlier question again. */
const isShort = (text: string, hasSubjects: boolean): boolean =>
  hasSubjects ? /^\s*(?:and|or|what about|how about|same for)\b/i.test(text) : text.length <= 20

function completeQuestion(
  { query, rest, own, nowMs }: Pick<Plan, 'query' | 'nowMs'> & { rest: string; own: Subject[] },
  earlier: Plan,
): Plan {
  const names = new Set(earlier.subjects.flatMap(listNames))
  const before = own.length === 0 ? earlier.english : withoutNames(earlier.english, names)
  const subjects = own.length > 0 ? own : earlier.subjects
  const terms = own.length === 0 ? earlier.terms : earlier.terms.filter((term) => !names.has(term))
  const open = INTERROGATIVE.test(rest) ? before.replaceAll(INTERROGATIVES, ' ') : before
  return { ...earlier, query, nowMs, subjects, terms, english: `${rest} ${open}` }
}

const INTERROGATIVES = /\b(?:how (?:much|many|long|often)|how|when|where|who|why)\b/gi
const INTERROGATIVE = new RegExp(INTERROGATIVES, 'i')

const withoutNames = (text: string, names: ReadonlySet<string>): string =>
  text
    .split(/\s+/)
    .filter(
      (word) => !names.has(word.toLowerCase().replaceAll(/[^\p{L}\p{N}.]|['’]s\b|[.]$/gu, '')),
    )
    .join(' ')

/** Drops what says how to answer, and joins words that are one measure. */
const withoutAsides = (text: string): string =>
  joinWords(text)
    .replaceAll(/\bppl\b/gi, 'people')
    .replaceAll(/\bpeople (?:are )?us(?:e|ing)\b/gi, 'users')
    .replaceAll(/\bmarket cap(?:itali[sz]ation)?\b/gi, 'marketcap')
    .replaceAll(
      /\blike i['’]?m (?:five|5|a child)\b|\b(?:on|from) (?:hacker ?news|reddit)\b/gi,
      ' ',
    )

/** A sentence that asks. A dot within a name, as in `pump.fun`, ends none. */
const QUESTION = /(?:[^.!?？؟\n]|[.!](?=[^\s.!?？؟]))+[?？؟]/g

/** Returns the sentences that end with a question mark, or the whole text without one. */
function extractQuestion(query: string): string {
  const text = htmlToText(query)
  const asking = text.match(QUESTION)
  return asking === null ? text : asking.join(' ')
}

/** Returns every name of the subject, in lower case. */
export const listNames = ({ name, ticker, aliases = [], mint }: Subject): string[] =>
  [name, ticker, mint, ...aliases]
    .filter((each) => each !== undefined && each !== '')
    .map((each) => String(each).toLowerCase())

/** Returns the words that name the subjects in a text. Letters of addresses are left out. */
export const nameTerms = (subjects: readonly Subject[]): ReadonlySet<string> =>
  new Set(
    subjects
      .flatMap(({ kind, name, ticker = '', aliases = [] }) =>
        kind === 'mint' ? [] : [name, ticker, ...aliases],
      )
      .flatMap(extractTerms),
  )

function mintSubject(mint: string): Subject {
  const known = KNOWN_SUBJECTS.find((each) => each.mint === mint)
  return known ?? { kind: 'mint', name: shortenAddress(mint), mint }
}

function tickers(text: string): Subject[] {
  return [...text.matchAll(TICKER)].map(([, symbol = '']) => {
    const ticker = symbol.toUpperCase()
    const known = KNOWN_SUBJECTS.find((each) => each.ticker === ticker)
    return known ?? { kind: 'ticker', name: ticker, ticker }
  })
}

function named(text: string): Subject[] {
  return KNOWN_SUBJECTS.map((subject) => asStakedToken(subject, text))
    .map((subject) => ({ subject, place: findPosition(subject, text) }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
    .map(({ subject }) => subject)
}

/** Returns the project with the identifiers and the name of its staked token if the text names only that. */
function asStakedToken(subject: KnownSubject, text: string): KnownSubject {
  const { stakedToken, kind, name, aliases = [] } = subject
  if (stakedToken === undefined) return subject
  if (findPosition(subject, text) >= 0)
    return { ...subject, aliases: [...aliases, stakedToken.name] }
  const { mint, coinGecko } = stakedToken
  return {
    kind,
    name,
    aliases: [stakedToken.name],
    ticker: stakedToken.name.toUpperCase(),
    mint,
    coinGecko,
  }
}

/** Returns the position where the text first names a known subject, or -1. */
function findPosition(subject: KnownSubject, text: string): number {
  // In a question without capitals, the word means the name.
  const isExact = subject.isCommonWord === true && /\p{Lu}/u.test(text)
  const places = [subject.name, ...(subject.aliases ?? [])].map((name) =>
    text.search(new RegExp(`\\b${escaped(name)}\\b`, isExact ? 'u' : 'iu')),
  )
  // In lower case, many tickers are English words.
  if (subject.ticker !== undefined) {
    places.push(text.search(new RegExp(`\\b${escaped(subject.ticker)}\\b`, 'u')))
  }
  const met = places.filter((place) => place >= 0)
  return met.length === 0 ? -1 : Math.min(...met)
}

function questionTerms(text: string): string[] {
  const shares = new Set([...text.matchAll(SHARE)].map(([, digits]) => digits))
  const words = splitWords(text).filter(
    (word) =>
      shares.has(word) ||
      (word.length > 1 &&
        !isStopWord(word) &&
        !ASKING.has(word) &&
        !/^\d{1,2}$|^20\d\d$/.test(word) &&
        !MONTHS.includes(word)),
  )
  return [...new Set(words)].slice(0, MAX_TERMS)
}

const SHARE = /(?<![\p{N}.,])(\p{N}{1,2})(?= ?%| percent)/gu

function unique(subjects: readonly Subject[]): Subject[] {
  const seen = new Set<string>()
  return subjects.filter(({ name }) => !seen.has(name) && seen.add(name))
}

function listContext({ terms, context, subjects }: Plan, own: readonly string[]): string[] {
  const names = new Set(subjects.flatMap(listNames))
  const earlier = [...new Set([...terms, ...context])]
  return earlier.filter((term) => !own.includes(term) && !names.has(term)).slice(0, MAX_TERMS)
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
