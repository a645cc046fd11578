import { stem } from '#server/modules/research/text/words.ts'

/** Irregular forms and their base form. */
const IRREGULAR = forms(`
  rise rose risen|fall fell fallen|buy bought|sell sold|hold held|keep kept|lose lost|win won|grow grew grown|steal stole stolen
  |take took taken|give gave given|get got gotten|make made|pay paid|repay repaid|say said|tell told|send sent|spend spent|build built
  |begin began begun|choose chose chosen|freeze froze frozen|find found|lead led|leave left|go went gone|come came|become became
  |see saw seen|show shown|shrink shrank shrunk|withdraw withdrew withdrawn|overtake overtook overtaken|break broke broken
  |bring brought|run ran|meet met|write wrote written|know knew known|lend lent|mean meant|think thought|catch caught|teach taught
  |drive drove driven|draw drew drawn|speak spoke spoken|sink sank sunk|stand stood|understand understood|undergo underwent
  |slide slid|throw threw thrown|hide hid hidden|seek sought|rebuild rebuilt|oversee oversaw overseen|deal dealt|stick stuck|strike struck|swing swung
  |undertake undertook undertaken|forget forgot forgotten|fight fought|bind bound|feed fed|flee fled|hear heard|learn learnt|shake shook shaken|wear wore worn|sign signed|plan planned|stop stopped|drop dropped|slip slipped|ship shipped|swap swapped|cap capped|ban banned
  |sue sued suing|add added adding adds|tie tied ties tying|child children|person people|criterion criteria|country countries|company companies|currency currencies|currency`)

function forms(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('|').flatMap((line) => {
      const [base = '', ...others] = line.trim().split(/\s+/)
      return others.map((form) => [form, base] as const)
    }),
  )
}

/** Of `rise rose risen` the last, of `buy bought` the second. */
const PARTICIPLES = new Set(
  [...Map.groupBy(IRREGULAR, ([, base]) => base).values()].flatMap(
    (list) => list.at(-1)?.[0] ?? [],
  ),
)
for (const past of ['became', 'came', 'ran', 'went', 'saw', 'shrank']) PARTICIPLES.delete(past)

/** Returns the stem of the base form: `rise` for `rose`. */
export function baseForm(word: string): string {
  return stem(IRREGULAR.get(word) ?? word)
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** How sure a sentence is of what it says. A claim and its source must agree in each class. */
export type Operator =
  | 'not'
  | 'maybe'
  | 'later'
  | 'should'
  | 'would'
  | 'wish'
  | 'want'
  | 'alleged'
  | 'if'
  | 'can'

const OPERATORS = new Map<string, Operator>(
  Object.entries({
    not: 'no not never none neither nobody nothing without cannot deny denied denies denying refute refuted false untrue fail failed fails refuse refused refuses avoid avoided prevent prevented lack lacks lacked unable unlikely doubt doubts doubted',
    maybe:
      'may might could possibly potentially likely believe believes believed think thinks predict predicts predicted forecast forecasts estimate estimates estimated fear fears speculate speculates',
    later:
      'will shall plan plans planned planning expect expects expected intend intends intended aim aims schedule scheduled upcoming',
    should: 'should must ought',
    would: 'would',
    want: 'want wants wanted wanting',
    wish: 'hope hopes hoped propose proposes proposed consider considers considered considering seek seeks sought promise promised promises try tried tries attempt attempted suggest suggested recommend recommended ask asked asks pledge pledged urge urged  order ordered orders instruct instructed force forced forces help helped helps require required requires',
    alleged:
      'alleged allege alleges alleging allegedly claim claims claimed accuse accused accuses accusing rumor rumors rumored reportedly suspected',
    if: 'if unless provided whether',
    can: 'can able allow allows allowed allowing let lets letting enable enables enabled enabling permit permits permitted possible',
  } satisfies Record<Operator, string>).flatMap(([name, words]) =>
    words.split(' ').map((word) => [word, name as Operator] as const),
  ),
)

export const findOperator = (word: string): Operator | undefined =>
  OPERATORS.get(word) ?? (/n['’]t$/.test(word) ? 'not' : undefined)

/** Words that limit a quantity. A claim that drops one says more than its source. */
export const LIMITS = set(
  'former acting failed fake half some few several part partly partially most many third quarter majority minority',
)

/** Words between words: they carry no fact that the other rules do not see. */
export const FUNCTION_WORDS = set(
  `a an the this that these those it its they their them he she his her him we our you your i who which what where when while whereas
  and or but as than so such there here then thus also too very just now still yet however meanwhile currently already again once
  be is are was were been being am has have had having do does did done get gets got
  nor of in on at to from by for with within into onto over under between among amid per via through during since about around
  across toward towards along off s said say says according report reported reports reportedly announced announce announces told
  states stated noted added other
  later earlier previously recently approximately roughly nearly almost about any`,
)

/** Kinds that a claim may add to a name, as in `the token JTO`. */
export const KIND_WORDS = set(
  'company firm network platform protocol token coin project team service exchange blockchain crypto cryptocurrency validator client group proposal fund figure number amount value issue foundation user sum total',
)

export const PREPOSITIONS = set(
  'of in on at as to from by for with within into onto over under between among amid per via through during since across toward towards against after before until without about around ahead behind above below despite',
)

/** Words of place, order and cause. A claim may use one only where its source does. */
export const RELATIONS = set(
  'before after until against without despite because above below up down behind ahead',
)

export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, nth) => [word, (nth + 2) * 10] as const),
])

export const BE = /^(?:is|are|was|were|been|be|being|get|gets|got)$/

/** Verbs and adverbs that are nothing but an operator: they need no counterpart in the source. */
export const GRAMMAR = set(
  `not no never none neither nor nobody nothing cannot unable may might could can possibly potentially likely will shall
  plan plans planned planning expect expects expected intend intends intended want wants wanted aim aims schedule scheduled upcoming should must
  ought would allow allows allowed allowing let lets letting enable enables enabled enabling able permit permits permitted possible
  if unless provided whether reportedly allegedly`,
)

export const SAY = set(
  'said says say told stated noted added announced announces reported reports wrote posted explained argued warn warned warns',
)

/** Verbs whose object is a statement. */
export const COMPLEMENT_VERBS = new Set([
  ...SAY,
  ...set(
    `find found finds show showed shows shown confirm confirmed confirms deny denied denies believe believes believed think thinks thought
    expect expects expected claim claims claimed warn warned warns allege alleged alleges alleging estimate estimated estimates fear fears
    feared doubt doubts doubted predict predicted predicts suggest suggested suggests rule ruled rules decide decided agree agreed hope hopes hoped
    know knew mean means meant reveal revealed reveals conclude concluded insist insisted admit admitted admits acknowledge acknowledged`,
  ),
])

export const isPast = (word: string): boolean => word.endsWith('ed') || IRREGULAR.has(word)

export const IS_PARTICIPLE = (word: string): boolean =>
  word.endsWith('ed') ||
  PARTICIPLES.has(word) ||
  /^(?:cut|put|hit|set|shut|split|let|cost|read|lost|left|hosted)$/.test(word)

/** Heads that a name may leave out: `Jupiter` for `Jupiter Exchange`. */
export const GENERIC_HEADS = set(
  'exchange network chain blockchain protocol token coin platform client app wallet proposal contract accelerator contracts program',
)

/** Verbs whose object may become their subject: who starts trading, and trading starts. */
export const ERGATIVE =
  /^(?:begin|start|open|launch|end|stop|close|resum|reopen|rise|fall|increas|decreas|grow|expand|continu|halt|paus|chang|move|ship|trade|run|drop|test|oper)/
