import { isPast } from '#server/modules/research/text/base-form.ts'
import { splitWords } from '#server/lib/text/words.ts'

/** Questions that need more than a quote: for advice, about the future, and of a figure above or below a limit. */

const ADVICE =
  /\bshould (?:i|we|one|you|people|anyone)\b.*\b(?:buy|sell|hold|invest|get|swap|stake|borrow|lend)\b|\bworth (?:buying|holding|selling|investing|it|the risk)\b|\b(?:good|bad|safe|smart|great) (?:investment|buy|time to (?:buy|sell|invest))\b|\b(?:buy|sell) or (?:hold|sell|buy|wait)\b|\brecommend (?:buying|selling|holding)\b|\bis it too late to (?:buy|sell)\b/i

export const ADVICE_WORDS =
  /^(?:buy|buying|sell|selling|hold|holding|invest|investing|investment|get|time|late|now|risk|dip|recommend|would)$/

/** Returns true for "Should I buy BONK?". Only the user can decide that. */
export const asksAdvice = (english: string): boolean => ADVICE.test(english)

const FORECAST =
  /\b(?:will|can|could)\b.*\b(?:(?:hit|reach|be (?:at|above|below|worth)|go to|touch) \$?\d[\d.,]*\b(?! ?%| percent)|moon|pump|dump|crash|recover|go (?:up|down|higher|lower)|rise|fall|drop|double)|\bprice (?:prediction|forecast|target)|\bhow (?:high|low|far) (?:will|can|could)\b/i

/** Returns true for "Will SOL hit $500?". */
export const asksForecast = (english: string): boolean => FORECAST.test(english)

/** `given` is the limit as the question writes it. */
export type Limit = { value: number; isAbove: boolean; given: string }

const LIMIT =
  /^\W*(?:is|are|was|does|has)\b.*?\b(above|over|more than|at least|higher than|exceed|exceeds|past|under|below|less than|lower than) (\$?(\d[\d,]*(?:\.\d+)?) ?(k|m|b|thousand|million|billion)?)\b/i
const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  b: 1e9,
  billion: 1e9,
}

/** Returns the limit of "Is SOL above $100?", or null. */
export function readLimit(english: string): Limit | null {
  const [, relation, given, digits, unit] = LIMIT.exec(english) ?? []
  if (relation === undefined || given === undefined || digits === undefined) return null
  return {
    value: Number(digits.replaceAll(',', '')) * (UNITS[unit?.toLowerCase() ?? ''] ?? 1),
    isAbove: !/^(?:under|below|less than|lower than)$/i.test(relation),
    given: given.trim(),
  }
}

const ROSE =
  /\b(?:r[io]s(?:e|es|en|ing)|rais(?:e|es|ed|ing)|increas\w+|climb\w*|gr[eo]w\w*|gain\w*|jump\w*|surg\w+|(?:pass|exceed)(?:es|ed) [$€]?\d)\b/gi
const FELL =
  /\b(?:f[ae]ll\w*|los(?:e|es|t|ing)|(?<!\bthe )lower(?:s|ed|ing|(?! than))|decreas\w+|declin\w+|drop\w*|shr[aiu]nk\w*|cut\w*|reduc\w+|halv\w+|slump\w*)\b/gi
const APPROVED = /\b(?:approv(?:e|es|ed|ing)|authoriz(?:e|es|ed|ing))\b/gi
const REJECTED = /\b(?:reject(?:s|ed|ing)?|den(?:y|ies|ied|ying)|refus(?:e|es|ed|ing))\b/gi
/** Other words of a sentence that says how something moved. */
const MOVED =
  /\b(?:up|down|more|less|fewer|higher|double\w*|dip\w*|crash\w*|from \S*\d.* to \S*\d)/i
/** In some languages, the subject comes before the verb. */
const YES_NO = /^\W*(?:why |how come )?(?:\S+ )?(?:is|are|was|were|did|does|do|has|have|had)\b/i
/** Words between a thing and its move: "Tips paid through Jito fell". */
const NEAR = 3

/** An event that may have happened to a thing, or its opposite. */
const MOVES = { rise: ROSE, fall: FELL, approval: APPROVED, rejection: REJECTED }
export type Move = keyof typeof MOVES

const DECISIONS: readonly Move[] = ['approval', 'rejection']
const CHANGES: readonly Move[] = ['rise', 'fall']

/** Texts have many words for a decision, so that one without these words may still answer. */
export const isDecision = (move: Move): boolean => DECISIONS.includes(move)

const findMoves = (text: string, kinds: readonly Move[]): { move: Move; index: number }[] =>
  kinds.flatMap((move) => [...text.matchAll(MOVES[move])].map(({ index }) => ({ move, index })))

const QUESTION =
  /\?|^\W*(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|had)\b|\b(?:who|what|when|where|why|how|which|whose)\b/i

/** Returns false for keywords and statements. */
export const isAsking = (english: string): boolean => QUESTION.test(english)

const AUXILIARY = /^(?:is|are|was|were|has|have|had)$/
/** Nouns such as `speed` and `feed`. */
const NO_PAST = /^(?:fed|(?!(?:dis)?agreed|freed|guaranteed).*eed)$/

/** Returns true for "Marinade raised its fees", which is to be checked. */
export const isStatement = (english: string): boolean =>
  !isAsking(english) &&
  splitWords(english)
    .slice(1)
    .some(
      (word) =>
        AUXILIARY.test(word) || isPast(word) || (word.endsWith('ed') && !NO_PAST.test(word)),
    )

/** Returns what "Did Phantom lose users?" or "Was the fund approved?" asks about, or null for other questions. */
export function readMove(english: string): Move | null {
  const [first, second] =
    YES_NO.test(english) || isStatement(english)
      ? findMoves(english, [...DECISIONS, ...CHANGES])
      : []
  return first === undefined || second !== undefined ? null : first.move
}

/**
 * Returns how a sentence answers whether something rose, fell or was approved: `other` for the opposite, null if it
 * reports no such move. `isThing` recognizes the words for the thing.
 */
export function compareMove(
  text: string,
  expected: Move,
  isThing: (word: string) => boolean,
): 'same' | 'other' | null {
  const moves = findMoves(text, isDecision(expected) ? DECISIONS : CHANGES)
  if (moves.length === 0) return !isDecision(expected) && MOVED.test(text) ? 'same' : null
  if (moves.some(({ move }) => move === expected)) return 'same'
  // Of one decision, all words of the sentence say what it was about.
  if (isDecision(expected))
    return text.split(/\W+/).some((word) => isThing(word)) ? 'other' : 'same'
  const isNear = moves.some(({ index }) => {
    const before = text
      .slice(0, index)
      .split(/\s+/)
      .slice(-NEAR - 2)
    const after = text
      .slice(index)
      .split(/\s+/)
      .slice(1, NEAR + 1)
    return [...before, ...after].some((word) => isThing(word.toLowerCase().replace(/\W+$/, '')))
  })
  return isNear ? 'other' : 'same'
}

/** Returns true for "What happened today?", which wants the latest stories on everything. */
export const asksForNews = (english: string): boolean => NEWS.test(english)

const NEWS =
  /\b(?:news|headlines?|latest|happen(?:s|ed|ing)?|going on|what['’]?s new|what is new|updates?|did i miss)\b/i

/** Returns true for a question that asks for a reason. */
const asksWhy = (english: string): boolean =>
  /\bwhy\b|\bhow come\b|\b(?:for what|what(?:['’]s| is| was) the) reason\b/i.test(english)

/** Asks why someone did something. What came before it is no reason. */
const ACT_ASKED = /\bwhy (?:do|does|did|has|have|had|would)\b/i

/** Returns what a sentence that says why has, or null for a question that asks for no reason. */
export const readReason = (english: string, isOfMove: boolean): RegExp | null =>
  asksWhy(english) ? (ACT_ASKED.test(english) && !isOfMove ? MOTIVE : CAUSE) : null

const MOTIVE =
  /\b(?:because|due to|caused?|causes|as (?:\w+ ){1,5}(?:are|is|were|was|had|have|fell|rose|\w+ed)|since|so that|in order to|meant to|traced|owing to|thanks to|blame[ds]?|led to|reasons?|risks?)\b/i
const CAUSE = new RegExp(String.raw`${MOTIVE.source}|\bafter\b`, 'i')
