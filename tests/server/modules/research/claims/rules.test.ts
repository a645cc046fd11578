import { describe, expect, it } from 'vitest'
import { align } from '#server/modules/research/claims/align.ts'
import { createClaimCheck, RULES } from '#server/modules/research/claims/entailment.ts'
import { parseSentence } from '#server/modules/research/claims/parse-sentence.ts'
import { ROLE_CASES } from '#server/modules/research/claims/role-rules.ts'

const readClaim = (source: string, claim: string) => {
  const reading = align(parseSentence(claim), parseSentence(source), null)
  if (reading === null) throw new Error(`A word of “${claim}” has no counterpart`)
  return reading
}

describe('a rule for claims', () => {
  it.each(RULES.map((rule) => [rule.name, rule] as const))(
    'on %s refuses its example by itself',
    (_, { refuses: [source, claim], passes }) => {
      expect(passes(readClaim(source, claim))).toBe(false)
      expect(passes(readClaim(source, source))).toBe(true)
      expect(createClaimCheck([[source]])(claim)).toBe(false)
    },
  )

  it.each(ROLE_CASES.map((each) => [each.name, each] as const))(
    'on the role of %s refuses its example by itself',
    (_, { refuses: [source, claim], applies, passes }) => {
      const isRefused = (reading: ReturnType<typeof readClaim>) =>
        reading.pairs.some(
          (pair) =>
            ROLE_CASES.find((one) => one.applies(pair, reading))?.applies === applies &&
            !passes(pair, reading),
        )
      expect(isRefused(readClaim(source, claim))).toBe(true)
      expect(isRefused(readClaim(source, source))).toBe(false)
      expect(createClaimCheck([[source]])(claim)).toBe(false)
    },
  )
})
