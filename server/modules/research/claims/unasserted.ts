/** Detects sentences that a source does not assert: questions, myths, corrections, hypotheticals, hearsay. */

const QUESTION = /\?["”’)]*$/
const LABEL = /^["“]?(?:myth|rumou?r|fiction|false|hoax|correction|claim)\s*[:–—]/i
const COUNTERFACTUAL = /^(?:Had|Were|Should) \p{Lu}/u
const HEARSAY =
  /\b(?:critics|opponents|skeptics|rivals|commenters|detractors|rumou?rs?)\b[^,.]*? (?:say|says|said|argue|argued|claim|claimed|think|believe)\b/i
const EXCEPTION =
  /\b(?:all|everyone|everybody|everything|none|nobody|no one|nothing|any|anyone) (?:\w+ )?but\b/i
const NUMBER = '(?:\\d[\\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred)'
/** `Three of the ten largest validators`, which is not `the ten` and not `the validators`. */
const PART = new RegExp(
  `\\b(one|none|${NUMBER}) of (?:the|its|their) ${NUMBER}((?: \\w+){1,3})`,
  'i',
)
/** A claim that matches the same pattern is not affected. */
const PATTERNS = [QUESTION, LABEL, COUNTERFACTUAL, HEARSAY, EXCEPTION, /\brespectively\b/i]
/** `Twice as high on A as on B` is false the other way around, so only a verbatim claim passes. */
const COMPARISON = /\b(?:twice|half|times|nearly|almost|just) as \w+/i

const UNTRUE =
  '(?:not true|untrue|false|fake|made up|fabricated|invented|baseless|wrong|a hoax|a lie|a myth)'
const DENIAL = new RegExp(
  `\\b(?:is|are|was|were|as|be|been) (?:entirely |simply )?${UNTRUE}\\b`,
  'i',
)
/** Matches a sentence that denies the previous one. */
const ANSWER = new RegExp(
  `^(?:No|False|Wrong|Not true|Fact)\\b\\s*[.:,!]|^(?:That|This|The) (?:\\w+ )?(?:sentence|claim|statement|quote|rumou?r|report|story|headline|post)\\b.*\\b${UNTRUE}\\b`,
  'i',
)

/** Returns true if a sentence of a source does not assert the claim, even if it has the same words. */
export const isUnasserted = (source: string, next: string, claim: string): boolean =>
  PATTERNS.some((pattern) => pattern.test(source) && !pattern.test(claim)) ||
  isPartLeftOut(source, claim) ||
  (COMPARISON.test(source) && !source.includes(claim.replace(/[.!]$/, ''))) ||
  (DENIAL.test(source) && !DENIAL.test(claim)) ||
  (ANSWER.test(next) && !DENIAL.test(claim))

function isPartLeftOut(source: string, claim: string): boolean {
  const [, part = '', whole] = PART.exec(source) ?? []
  const claimWords = splitWords(claim)
  return (
    whole !== undefined &&
    splitWords(whole).some((word) => claimWords.includes(word)) &&
    !claimWords.includes(part.toLowerCase())
  )
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\w,.]*\w/g) ?? []
