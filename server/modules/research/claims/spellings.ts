import { baseForm, isInfinitive } from '#server/modules/research/text/base-form.ts'
import { MONTHS } from '#server/lib/text/words.ts'

const DIGITS = 'zero one two three four five six seven eight nine ten'.split(' ')

/** The first word of `two million`. */
const SCALED = new RegExp(`\\b(?:${DIGITS.join('|')})(?= (?:thousand|million|billion)\\b)`, 'gi')

const ISO_DATE = /\b((?:19|20)\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b/g

/** Stems of verbs that end in `-ise` in British English. */
const IZE =
  'author|organ|real|recogn|final|legal|token|util|minim|maxim|optim|stabil|privat|penal|central|decentral|normal|modern|custom|general|emphas|apolog|capital|monet|digit|special|summar|critic|priorit|subsid|liberal|national|standard'

/** Phrasal verbs, each with a regular verb that replaces it. */
const PHRASAL = new Map(
  `lay off dismiss|turn down reject|set up establish|shut down close|wind down close|roll out launch|go live launch|
  call off cancel|take over acquire|carry out conduct|push back delay|put off delay|step down resign|pay back reimburse|
  give back return|throw out dismiss|buy back repurchase|sell off divest|go up increase|go down decrease|bring down lower`
    .split('|')
    .map((line) => {
      const [verb = '', particle = '', single = ''] = line.trim().split(' ')
      return [`${baseForm(verb)} ${particle}`, single] as const
    }),
)

const PARTICLE_VERB =
  /(\b(?:to|will|would|may|might|can|could|must|should|not) )?\b([a-z]+) (off|down|up|out|live|over|back)\b/gi
const SAME_PAST = /^(?:set|shut|put)$/

/** Replaces phrasal verbs: `laid off` becomes `dismissed`. */
const replacePhrasalVerbs = (text: string): string =>
  text.replaceAll(
    PARTICLE_VERB,
    (found, before: string | undefined, written: string, particle: string) => {
      const verb = written.toLowerCase()
      const single = PHRASAL.get(`${baseForm(verb)} ${particle.toLowerCase()}`)
      if (single === undefined) return found
      const ending = verb.endsWith('ing')
        ? 'ing'
        : /[^s]s$/.test(verb)
          ? 's'
          : before === undefined && (SAME_PAST.test(verb) || !isInfinitive(verb))
            ? 'ed'
            : ''
      const stem = /^[ei]/.test(ending) ? single.replace(/e$/, '') : single
      return `${before ?? ''}${stem}${ending}`
    },
  )

/** Variants and their normal form. */
const SPELLINGS: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  [
    new RegExp(`\\b(${DIGITS.slice(1).join('|')})(?= (?:euros?|dollars?|percent)\\b)`, 'gi'),
    (word) => `${DIGITS.indexOf(word.toLowerCase())}`,
  ],
  [/\bcan't\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/\b(\w+)n't\b/gi, '$1 not'],
  [/\ba dozen\b/gi, '12'],
  [/\bhalf a million\b/gi, '500 thousand'],
  [/\ba (?=(?:hundred|thousand|million|billion|trillion)\b)/gi, '1 '],
  [/\b(\d\d) cents\b/g, '$$0.$1'],
  [/\bby (?:a|one) half\b|\bby half\b/gi, 'by 50%'],
  [/\bby (?:a|one) third\b/gi, 'by 33%'],
  [/\bby (?:a|one) quarter\b/gi, 'by 25%'],
  [/\bby (?:a|one) tenth\b/gi, 'by 10%'],
  [new RegExp(`\\b(${IZE})is(e|es|ed|ing|ation|ations)\\b`, 'gi'), '$1iz$2'],
  [/\b(?:the )?(?:city|town) of (?=\p{Lu})/gu, ''],
  [/(\d)\s?(?:bn)\b/gi, '$1 billion'],
  [/\b(\d[\d.,]*(?:\s(?:thousand|million|billion|trillion))?)\s(?:US )?dollars\b/g, '$$$1'],
  [/\b(\d[\d.,]*(?:\s(?:thousand|million|billion|trillion))?)\seuros\b/g, '€$1'],
  [/\bUnited States(?: of America)?\b|\bU\.S\.(?=\s)/g, 'US'],
  [/\bUnited Kingdom\b|\bU\.K\.(?=\s)/g, 'UK'],
  [
    /\bQ([1-4])\b/g,
    (found) => `${'first second third fourth'.split(' ')[Number(found[1]) - 1]} quarter`,
  ],
  [/\ball-time high\b/gi, 'record'],
  [/\b(?:is|are|was|were) (?:not able|unable) to\b/gi, 'cannot'],
  [/\bchief executive(?: officer)?\b/gi, 'CEO'],
  [/\bchief financial officer\b/gi, 'CFO'],
  [
    /('s (?:co-?)?(?:CEO|CFO|CTO|founder|president|chair\w*|director|minister|lawyer|attorney|spokes\w+)), ((?:\p{Lu}[\p{L}'-]+ ?){1,3}),/gu,
    '$1 $2',
  ],
  [
    /\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten)-(second|minute|hour|day|week|month|year)\b/gi,
    '$1 $2',
  ],
  [/\bone (?=(?:third|quarter|fifth|tenth)\b)/gi, 'a '],
  [/\b(has|have) yet to be\b/gi, '$1 not been'],
  [/\b(?:has|have) yet to\b/gi, 'did not'],
  [/\bper (year|month|week|day|night|hour|person|user|share|token)\b/gi, 'a $1'],
  [/\bafter ((?:\d+|\w+) (?:second|minute|hour|day|week|month|year)s?)\b/gi, '$1 later'],
  [
    /\b((?:is|are|was|were|be|been) (?:named|appointed|elected)) (?=CEO|CFO|CTO|(?:an?|the|its|their)\b|(?:chair|head|president|chief|director|minister|successor|partner|manager|governor|mayor)\w*\b)/gi,
    '$1 as ',
  ],
  [/\b(?:took|takes?) place\b/gi, 'happened'],
  [/\bno longer\b/gi, 'formerly'],
  [/\b(?:is|are) (?:going|set|due) to\b/gi, 'will'],
  [/\bfollowing (?=(?:a|an|the|its|their|his|her)\b)/gi, 'after '],
  [/\b(?:due|owing) to\b|\bas a result of\b/gi, 'because of'],
  [/\bdata sets?\b/gi, 'dataset'],
  [/\b(week|month|year|day|quarter)s? (?:before|ago|previously|prior)\b/gi, '$1 earlier'],
  [/\ban? (hour|day|week|month|year) (earlier|later)\b/gi, 'one $1 $2'],
  [/\bsome (?=[$€£]?\d)/gi, 'about '],
]

/** Returns the text with one spelling for variants such as `dismiss` and `lay off`. */
export const normalizeSpelling = (text: string): string =>
  SPELLINGS.reduce(
    (all, [pattern, spelling]) =>
      typeof spelling === 'string'
        ? all.replaceAll(pattern, spelling)
        : all.replaceAll(pattern, spelling),
    replacePhrasalVerbs(text.normalize('NFKC'))
      .replaceAll('’', "'")
      .replaceAll(
        ISO_DATE,
        (_, year: string, month: string, day: string) =>
          `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`,
      )
      .replaceAll(SCALED, (word) => `${DIGITS.indexOf(word.toLowerCase())}`),
  )
