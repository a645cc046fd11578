const DIGITS = 'zero one two three four five six seven eight nine ten'.split(' ')

/** The first word of `two million`. */
const SCALED = new RegExp(`\\b(?:${DIGITS.join('|')})(?= (?:thousand|million|billion)\\b)`, 'gi')

/** Different ways of writing the same. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(\d)\s?(?:bn)\b/gi, '$1 billion'],
  [/(\d)\s?mn\b/gi, '$1 million'],
  [/\b(\d[\d.,]*(?:\s(?:thousand|million|billion|trillion))?)\s(?:US )?dollars\b/g, '$$$1'],
  [/\b(\d[\d.,]*(?:\s(?:thousand|million|billion|trillion))?)\seuros\b/g, '€$1'],
  [/\bUnited States(?: of America)?\b|\bU\.S\.(?=\s)/g, 'US'],
  [/\bUnited Kingdom\b|\bU\.K\.(?=\s)/g, 'UK'],
  [/\bEuropean Union\b/g, 'EU'],
  [/\bQ1\b/g, 'first quarter'],
  [/\bQ2\b/g, 'second quarter'],
  [/\bQ3\b/g, 'third quarter'],
  [/\bQ4\b/g, 'fourth quarter'],
  [/\bv(?=\d+\.\d)/gi, 'version '],
  [/\ball-time high\b/gi, 'record'],
  [/\b(?:is|are|was|were) (?:not able|unable) to\b/gi, 'cannot'],
  [/\b(cancel|travel|label|model|signal|fuel)l(ed|ing)\b/gi, '$1$2'],
  [/\bchief executive(?: officer)?\b/gi, 'CEO'],
  [/\bchief financial officer\b/gi, 'CFO'],
  [/\bchief technology officer\b/gi, 'CTO'],
  [/\b(?:is|are) required to\b|\b(?:has|have) to\b/gi, 'must'],
  [
    /\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten)-(second|minute|hour|day|week|month|year)\b/gi,
    '$1 $2',
  ],
  [/\ba single\b/gi, 'one'],
  [/\binstead of\b/gi, 'rather than'],
  [/\b(has|have) yet to be\b/gi, '$1 not been'],
  [/\b(?:has|have) yet to\b/gi, 'did not'],
  [/\b(within|in|for|than|after|lasted) an? (hour|minute|day|week|month|year)\b/gi, '$1 one $2'],
  [/\bper (year|month|week|day|hour)\b/gi, 'a $1'],
  [/\blaid off\b/gi, 'dismissed'],
  [/\bturned down\b/gi, 'rejected'],
  [/\b(?:set|setting) up\b/gi, 'established'],
  [/\bshut down\b/gi, 'closed'],
  [/\brolled out\b/gi, 'launched'],
  [/\b(?:went|goes|go) live\b/gi, 'launched'],
  [/\bcalled off\b/gi, 'cancelled'],
  [/\btook over\b/gi, 'acquired'],
  [/\bcarried out\b/gi, 'conducted'],
  [/\bfound guilty of\b/gi, 'convicted of'],
  [/\bfree of charge\b/gi, 'for free'],
  [/\bno longer\b/gi, 'formerly'],
  [/\b(?:is|are) (?:going|set|due) to\b/gi, 'will'],
  [/\bas part of\b/gi, 'in'],
  [/\b(?:ahead of|prior to)\b/gi, 'before'],
  [/\bfollowing (?=(?:a|an|the|its|their|his|her)\b)/gi, 'after '],
  [/\b(?:due|owing) to\b|\bas a result of\b/gi, 'because of'],
  [/\bdata sets?\b/gi, 'dataset'],
  [/\b(week|month|year|day|quarter)s? (?:before|ago|previously|prior)\b/gi, '$1 earlier'],
  [/\bthan (?:it|they) (?:did|was|were|had|has|have)\b/gi, 'than'],
  [/\b(?:did|does|do) not (?=have\b)/gi, 'not '],
]

/** Returns a text in which what can be written in several ways is written in one. */
export const unifySpelling = (text: string): string =>
  SPELLINGS.reduce(
    (all, [pattern, spelling]) => all.replaceAll(pattern, spelling),
    text
      .normalize('NFKC')
      .replaceAll('’', "'")
      .replaceAll(SCALED, (word) => `${DIGITS.indexOf(word.toLowerCase())}`),
  )
