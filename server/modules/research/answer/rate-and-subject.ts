import { baseForm } from '#server/modules/research/text/base-form.ts'
import { asksPriceOfAct } from '#server/modules/research/question/question-intent.ts'
import { KNOWN_SUBJECTS } from '#server/modules/research/question/known-subjects.ts'
import type { Plan } from '#server/modules/research/question/plan.ts'

const YIELD = /\b(?:yield(?:s|ed|ing)?|ap[yr]|interest|returns?|earn(?:s|ed|ing)?)\b/i
const REWARD = /\brewards?\b/i
const FEE = /\b(?:fees?|commissions?|charg(?:e|es|ed|ing)|costs?)\b/i
const FEE_QUESTION = /\b(?:fees?|commissions?)\b/i
const PERCENT = /\p{N} ?%/u

/**
 * Returns a check that a sentence is about the same side of a rate as the question: paid or earned. Both share words,
 * such as `commission on rewards`.
 */
export function createRateCheck(query: string): (text: string, title: string) => boolean {
  const asksYield = YIELD.test(query)
  const asksReward = asksYield || REWARD.test(query)
  const asksFee = FEE_QUESTION.test(query)
  if (asksReward === asksFee) return () => true
  const own = asksFee ? FEE : YIELD
  return (text, title) => {
    if (!asksFee && FEE.test(text) && !YIELD.test(text)) return false
    const isOpen = !asksFee && !asksYield
    return isOpen || own.test(text) || (own.test(title) && PERCENT.test(text))
  }
}

/** Verbs and adjectives of a rate, which a sentence may omit. */
const PAID = new Set(
  'pay cost charge take earn give get make high low median average'.split(' ').map(baseForm),
)

/** Returns the words of a question without the ones that a sentence about its rate may omit. */
export const dropPaidWords = (query: string, words: readonly string[]): string[] =>
  asksPriceOfAct(query) || [YIELD, REWARD, FEE_QUESTION].some((rate) => rate.test(query))
    ? words.filter((word) => !PAID.has(word))
    : [...words]

const NAMED_KINDS: readonly string[] = ['project', 'token']

/** Returns a check that fails for a sentence about projects or tokens that are not in the question. */
export function createSubjectCheck({
  subjects,
}: Pick<Plan, 'subjects'>): (text: string) => boolean {
  if (!subjects.some(({ kind }) => NAMED_KINDS.includes(kind))) return () => true
  const ownNames = new Set(subjects.map(({ name }) => name))
  const [own, others] = [true, false].map((isOwn) =>
    matchNames(
      KNOWN_SUBJECTS.filter(
        ({ name, kind }) => NAMED_KINDS.includes(kind) && ownNames.has(name) === isOwn,
      ),
    ),
  )
  return (text) => others?.test(text) !== true || own?.test(text) === true
}

function matchNames(subjects: readonly Plan['subjects'][number][]): RegExp {
  const names = subjects.flatMap(({ name, ticker, aliases = [], stakedToken }) =>
    [name, ticker, stakedToken?.name, ...aliases].filter((each) => each !== undefined),
  )
  const all = names.map((name) => RegExp.escape(name)).join('|')
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${all === '' ? '(?!)' : all})(?![\\p{L}\\p{N}])`, 'u')
}
