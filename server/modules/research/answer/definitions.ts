import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { listNames, type Plan } from '#server/modules/research/question/plan.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import type { AnswerParts } from './answer-parts.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'

const ASKS_MEANING =
  /^(?:so )?(?:what(?:['’]?s| is| are)|explain|define) (?:an? |the )?(?<thing>.+?)[\s?.!]*$/i
/** Text that may stand between a name and its verb: `(SOL)`, `, the token of Jito,` or the kind of thing. */
const BESIDE_NAME = String.raw`(?: \([^)]{1,20}\)|, [^,]{1,60},)?(?: (?:network|protocol|blockchain|wallet|exchange|token))?`

/** Returns the subject that "What is …?" wants explained, as the question writes it; null for other questions. */
export function readThing({ english, subjects }: Plan): string | null {
  const thing = ASKS_MEANING.exec(english.trim())?.groups?.['thing']
  const isNamed = subjects.some((subject) =>
    listNames(subject).some((name) => name.toLowerCase() === thing?.toLowerCase()),
  )
  return thing !== undefined && isNamed ? thing : null
}

/** Returns what "What is staking?" wants explained if the question names no subject, or null. */
export function readNotion({ english, subjects }: Plan): string | null {
  const notion = ASKS_MEANING.exec(english.trim())?.groups?.['thing']
  const isShort = notion !== undefined && notion.split(/\s+/).length <= MAX_NOTION_WORDS
  return subjects.length === 0 && isShort ? notion : null
}

const MAX_NOTION_WORDS = 3

/** Returns sentences that say what a thing is, best first. */
export function findDefinitions(
  { ranked, plan }: Pick<AnswerParts, 'ranked' | 'plan'>,
  thing: string,
): { text: string; document: Document }[] {
  const names = [thing, ...plan.subjects.flatMap(listNames)]
  const defines = startsDefinition([thing])
  const definesOther = startsDefinition(names)
  const found = ranked.flatMap(({ document }) =>
    splitSentences(document.text)
      .filter((text) => definesOther.test(text) && isQuotable(text))
      .map((text) => ({ text, document })),
  )
  const exact = found.filter(({ text }) => defines.test(text))
  return exact.length > 0 ? exact : found
}

/** Matches `Solana is a …` and not `Solana is back online`. */
const startsDefinition = (names: readonly string[]): RegExp =>
  new RegExp(
    `^(?:the )?(?:${names.map((name) => RegExp.escape(name)).join('|')})${BESIDE_NAME} (?:is|are) (?:an?|one of|the) `,
    'i',
  )
