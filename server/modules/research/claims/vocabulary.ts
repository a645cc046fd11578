import { baseForm, baseForms } from '#server/modules/research/text/base-form.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Negation, modality and other modifiers of a statement's truth. A claim must have the same ones as its source. */
export type Operator =
  | 'not'
  | 'maybe'
  | 'later'
  | 'should'
  | 'would'
  | 'wish'
  | 'want'
  | 'almost'
  | 'alleged'
  | 'if'
  | 'can'

/**
 * The words of each operator: particles, pure operator verbs, which need no counterpart in the source, and verbs with a
 * meaning besides.
 */
const OPERATORS: readonly (readonly [Operator, particles: string, pure: string, verbs: string])[] =
  [
    [
      'not',
      'no not never none neither nobody nothing cannot unable',
      '',
      'deny refute fail refuse avoid prevent lack doubt',
    ],
    ['not', 'without false untrue unlikely', '', ''],
    [
      'maybe',
      'may might could possibly potentially likely',
      '',
      'believe think predict forecast estimate fear speculate',
    ],
    ['later', 'will shall upcoming', 'plan expect intend aim schedule', ''],
    ['should', 'should must ought', '', 'order instruct force require'],
    ['would', 'would', '', ''],
    ['want', '', 'want', ''],
    [
      'wish',
      '',
      '',
      'hope propose consider seek promise try attempt suggest recommend ask pledge urge threaten help',
    ],
    ['almost', 'nearly almost barely hardly', '', ''],
    [
      'alleged',
      'reportedly allegedly alleged suspected',
      '',
      'allege claim accuse rumor argue contend insist',
    ],
    ['if', 'if unless provided whether', '', ''],
    ['can', 'can able possible', 'allow let enable permit', ''],
  ]

const PARTICLES = new Map(
  OPERATORS.flatMap(([name, particles]) =>
    [...words(particles)].map((word) => [word, name] as const),
  ),
)
const VERBS = new Map(
  OPERATORS.flatMap(([name, , pure, verbs]) =>
    [...baseForms(`${pure} ${verbs}`.trim())].map((base) => [base, name] as const),
  ),
)
const PURE = new Set(OPERATORS.flatMap(([, , pure]) => [...baseForms(pure)]))
/** Particles with a meaning besides. */
const CONTENT_PARTICLES = words('without false untrue unlikely alleged suspected')

export const findOperator = (word: string): Operator | undefined =>
  PARTICLES.get(word) ?? VERBS.get(baseForm(word)) ?? (word.endsWith("n't") ? 'not' : undefined)

/** True for a word that is only an operator and needs no counterpart in the source. */
export const isPureOperator = (word: string): boolean =>
  (PARTICLES.has(word) && !CONTENT_PARTICLES.has(word)) || PURE.has(baseForm(word))

/** Words that limit a quantity. A claim without one says more than its source. */
export const LIMITS = words(
  'former formerly acting failed fake half some few several part partly partially most many third quarter majority minority',
)

const FUNCTION_WORDS = words(
  `a an the this that these those it its they their them he she his her him we our you your i who which whom whose what where when while whereas
  and or but as than so such there here then thus also too very just now still yet however meanwhile currently already again once nor
  of in on at to from by for with within into onto over under between among amid per via through during since about around across
  toward towards along off according other later earlier previously recently approximately roughly nearly almost any
  told stated noted added`,
)
const FUNCTION_VERBS = baseForms('be have do get say report announce')

/** True for a function word, which carries no fact of its own. */
export const isFunctionWord = (word: string): boolean =>
  FUNCTION_WORDS.has(word) || FUNCTION_VERBS.has(baseForm(word))

/** Generic nouns that a claim may drop after a name, as in `Jupiter Exchange`. */
export const NAME_SUFFIXES = words(
  'exchange network chain blockchain protocol token coin platform client app wallet proposal contract contracts accelerator program',
)

/** Nouns that a claim may add to a name, as in `the token JTO`. */
export const GENERIC_NOUNS = new Set([
  ...NAME_SUFFIXES,
  ...words(
    `company firm project team service crypto cryptocurrency validator group fund figure number amount value issue foundation user
    sum total`,
  ),
])

export const PREPOSITIONS = words(
  `of in on at as to from by for with within into onto over under between among amid per via through during since across toward
  towards against after before until without about around ahead behind above below despite outside inside beyond`,
)

/** Words of place, order and cause. A claim may use one only if its source does. */
export const RELATIONS = words(
  'before after until against without despite because above below up down behind ahead outside',
)

const SAY = 'say tell state note add announce report write post explain argue warn'

/** Verbs of speech. */
export const SAY_VERBS = baseForms(SAY)

/** Verbs whose object may be a statement. */
export const STATEMENT_VERBS = baseForms(
  `${SAY} find show confirm deny believe think expect claim allege estimate fear doubt predict suggest rule decide agree hope know
  mean reveal conclude insist admit acknowledge`,
)

/** Verbs of an order: the object acts, as in `urged users to move funds`. */
export const ORDER_VERBS = baseForms('order ask urge instruct force require tell help warn')

/** Verbs of a cause or a perception: a bare clause may follow. */
export const CAUSE_VERBS = baseForms('let make help see')

/** Verbs that imply the action they govern, as in `began to pay`. */
export const FACTUAL_VERBS = baseForms(
  'begin start continue keep manage help come go get cause lead let make see use',
)

/** Verbs whose object is an event: `completed the acquisition`. */
export const EVENT_VERBS = baseForms(
  `announce begin start complete finish carry conduct make see suffer take happen occur follow have be report confirm pay cost total
  reach end sign win`,
)

/** Verbs of a state or a level, for which a claim may use `is`, `has` or a noun phrase. */
export const STATE_VERBS = baseForms(
  `be have hold stand total reach rise climb fall drop grow hit remain stay average count exceed record include become offer receive get`,
)

/** Verbs with little meaning of their own. */
export const LIGHT_VERBS = baseForms(
  'be have see stand make take place put do count come go use bring become lead remain',
)

/** Verbs whose object can also be their subject: `started trading`, `trading started`. */
export const ERGATIVE_VERBS = baseForms(
  `begin start open launch end stop close resume reopen rise fall increase decrease grow expand continue halt pause change move ship
  trade run drop test operate`,
)

/** Verbs that change something of their subject. */
export const CHANGE_VERBS = new Set([
  ...ERGATIVE_VERBS,
  ...baseForms(
    'cancel delay postpone suspend reduce cut lower raise lift lose limit update upgrade rewrite',
  ),
])

/** Verbs with two objects. */
export const GIVING_VERBS = baseForms('pay give send lend offer award grant sell owe show tell')

export const BE = baseForm('be')
