import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createClaimCheck } from '#server/modules/research/claims/entailment.ts'
import { splitAllSentences } from '#server/modules/research/text/sentences.ts'

type CheckedItem = { evidence: string[]; true: string[]; false: Record<string, string> }

type CheckedRates = {
  acceptedTrue: number
  acceptedFalse: number
  trueCount: number
  falseCount: number
  mistakes: string[]
}

/** Every third item is held out: the rules were written with the other two thirds. */
const isHeldOut = (place: number): boolean => place % 3 === 2

const readItems = (file: string): CheckedItem[] =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8')) as CheckedItem[]

const FILES = {
  seen: 'checked-sentences.json',
  'held out': 'checked-sentences.json',
  unseen: 'checked-sentences-unseen.json',
  paraphrases: 'paraphrases.json',
  'unseen paraphrases': 'paraphrases-unseen.json',
  'later paraphrases': 'paraphrases-later.json',
  'unseen topics': 'varied-topics-unseen.json',
  reworded: 'reworded.json',
  'other words': 'other-words.json',
  'other words, held out': 'other-words-held-out.json',
  adversarial: 'adversarial.json',
} as const

/** Only the first two have a budget for true sentences. All have one for false sentences. */
type Part = keyof typeof FILES

const expandItems = (part: Part): CheckedItem[] =>
  readItems(FILES[part]).filter(
    (_, place) =>
      FILES[part] !== 'checked-sentences.json' || isHeldOut(place) === (part === 'held out'),
  )

export function measureChecker(part: Part): CheckedRates {
  const judged = expandItems(part).flatMap(({ evidence, true: good, false: bad }) => {
    const isEntailed = createClaimCheck(evidence.map(splitAllSentences))
    return [
      ...good.map((text) => ({ text, isTrue: true, isAccepted: isEntailed(text) })),
      ...Object.values(bad).map((text) => ({ text, isTrue: false, isAccepted: isEntailed(text) })),
    ]
  })
  const [good, bad] = [true, false].map((isTrue) => judged.filter((one) => one.isTrue === isTrue))
  const share = (list: typeof judged = []) =>
    list.filter(({ isAccepted }) => isAccepted).length / list.length
  return {
    acceptedTrue: share(good),
    acceptedFalse: share(bad),
    trueCount: good?.length ?? 0,
    falseCount: bad?.length ?? 0,
    mistakes: judged.flatMap(({ text, isTrue, isAccepted }) =>
      isTrue === isAccepted ? [] : [text],
    ),
  }
}
