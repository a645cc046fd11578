import { stem } from '#server/lib/text/words.ts'

/** Irregular forms and their base form. The last form is the participle. */
const FORMS = `
  be is are was were being been|have has having had|do does doing did done|rise rose risen|fall fell fallen|buy bought
  |sell sold|hold held|keep kept|lose lost|win won|grow grew grown|steal stole stolen|take took taken|give gave given
  |get got gotten|make made|pay paid|repay repaid|say said|tell told|send sent|spend spent|build built|begin began begun
  |choose chose chosen|freeze froze frozen|find found|lead led|leave left|go goes going went gone|come came come
  |become became become|see saw seen|show shown|shrink shrank shrunk|withdraw withdrew withdrawn
  |overtake overtook overtaken|break broke broken|bring brought|run ran run|meet met|write wrote written
  |know knew known|lend lent|lay laid|mean meant|think thought|catch caught|teach taught|drive drove driven|draw drew drawn
  |speak spoke spoken|sink sank sunk|stand stood|understand understood|undergo underwent undergone|slide slid
  |throw threw thrown|hide hid hidden|seek sought|rebuild rebuilt|oversee oversaw overseen|deal dealt|stick stuck
  |strike struck|swing swung|undertake undertook undertaken|forget forgot forgotten|fight fought|bind bound|feed fed
  |flee fled|hear heard|learn learnt|shake shook shaken|wear wore worn|sign signed|plan planned|stop stopped
  |drop dropped|slip slipped|ship shipped|swap swapped|cap capped|ban banned|sue suing sued|add adding adds added
  |try tries trying tried|tie ties tying tied|cut cut|put put|hit hit|set set|shut shut|split split|let let|cost cost|read read`

/** Nouns whose plural or stem is irregular. */
const NOUNS =
  'child children|person people|criterion criteria|country countries|company companies|currency currencies'

const readForms = (text: string): string[][] =>
  text.split('|').map((line) => line.trim().split(/\s+/))

const BASE = new Map(
  [...readForms(FORMS), ...readForms(NOUNS)].flatMap(([base = '', ...forms]) =>
    forms.map((form) => [form, base] as const),
  ),
)
/** Pasts that are no other word: `overtook`, but not `saw`. */
const PASTS = new Set(
  'overtook rose bought sold lost grew stole took gave got paid repaid sent began chose froze became withdrew brought wrote knew lent caught taught drew spoke sank underwent threw sought oversaw undertook forgot fought fled shook wore overcame'.split(
    ' ',
  ),
)
const PARTICIPLES = new Set(readForms(FORMS).map((forms) => forms.at(-1)))

export const isPast = (word: string): boolean => PASTS.has(word)

/** Returns the stem of the base form: `rise` for `rose`. */
export const baseForm = (word: string): string => stem(BASE.get(word) ?? word)

/** Returns the base forms of words in a list. */
export const baseForms = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).map(baseForm))

/** True for a verb that can stand after `to`, as `cut` can, and `sold` and `sells` cannot. */
export const isInfinitive = (word: string): boolean =>
  (BASE.get(word) ?? word) === word && !/(?:ed|ing|[^s]s)$/.test(word)

export const isParticiple = (word: string): boolean => word.endsWith('ed') || PARTICIPLES.has(word)
