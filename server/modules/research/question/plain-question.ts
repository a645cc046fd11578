import { MAX_QUESTION_CHARS } from '#contract/research/question-length.ts'
import { COMMON_WORDS } from '#server/intents/translate/common-words.ts'
import { foldWord, isChinese, readDictionaries } from '#server/intents/translate/dictionary.ts'
import { QUESTION_WORDS } from '#server/intents/translate/question-words.ts'
import { findRepair } from '#server/intents/translate/repair.ts'
import { createTranslator } from '#server/intents/translate/translator.ts'
import { baseForm } from '#server/modules/research/text/base-form.ts'
import { isFamiliar } from '#server/modules/research/text/word-families.ts'
import { isStopWord } from '#server/lib/text/words.ts'
import { KNOWN_SUBJECTS } from './known-subjects.ts'

const MIN_REPAIRED = 4

const dictionaries = readDictionaries(QUESTION_WORDS)

const isEnglish = (word: string): boolean => isStopWord(word) || COMMON_WORDS.has(word)

const translator = createTranslator({ dictionaries, isEnglish })

/**
 * Returns a question in English words, in the order of the original, without a greeting before it and with mistyped
 * names repaired. Words that are not in the dictionary stay as they are.
 */
export function toPlainQuestion(question: string): string {
  const text = question
    .slice(0, MAX_QUESTION_CHARS)
    .replace(GREETING, '')
    .replaceAll(WORD, repairName)
  const language = translator.detectLanguage(text)
  if (language === 'en') return text
  const words = translator.read(text, language).map(({ english, from, to }, place, pieces) => {
    if (english !== null) return english === '' ? '' : `${english} `
    const next = pieces[place + 1]
    const word = text.slice(from, to)
    if (next?.english !== null) return `${word} `
    // Names such as `Pump.fun` keep the signs between their words, and Chinese letters stay together.
    const sign = text.slice(to, next.from)
    return word + (isChinese(word) && isChinese(next.word) ? sign : sign || ' ')
  })
  return `${words.join('').trim()}${/[?？؟]/.test(text) ? '?' : ''}`
}

/** A greeting and the sign after it. Without a sign, `GM price` is about the token; `GM.ai` is a name. */
const GREETING =
  /^\s*(?:(?:hello|hi|hey|thanks|thank you|thx|ok|okay|great|gm|good (?:morning|afternoon|evening)|hallo|guten (?:morgen|tag|abend)|hola|buen[oa]s (?:d[ií]as|tardes|noches)|bonjour|bonsoir|salut|ol[aá]|bom dia|boa (?:tarde|noite))(?: there| all)?(?:\s*[,!;]|\s*[.…:–-]+(?=\s))|你好|您好)[\s,.!，。！]*(?=\S)/iu

const WORD = /[\p{L}\p{M}\p{N}$@_]+(?:\.\p{L}+)*/gu

const MISTYPED =
  `what when often does many much burn staking unstaking staked yield airdrop airdrops validator validators stablecoin stablecoins liquidity exploit exploited
  commission approved rejected happened drained stolen attacker hacked bounty treasury subscribers volume price proposal
  burned buyback buybacks reserves authority freeze unlock unlocks turnout client release network mainnet consensus
  transaction transactions transfers transfer exchange exchanges wallet wallets lending reward rewards supply market
  security audited audit release revenue upgrade outage regulator affected planned`.split(/\s+/)

/** Subjects of the sources, and what people ask of them. */
const NAMES: ReadonlyMap<string, string> = new Map(
  [
    ...KNOWN_SUBJECTS.flatMap(({ name, aliases = [] }) => [name, ...aliases]).filter(
      (name) => name.length >= MIN_REPAIRED && !name.includes(' '),
    ),
    ...MISTYPED,
  ].map((name) => [foldWord(name), name]),
)
/** Other names that are one letter away from a subject. */
const OTHER_NAMES = ['helius', 'solace', 'meteor', 'phantasm']
const KNOWN_WORDS = new Set([
  ...OTHER_NAMES,
  ...NAMES.keys(),
  ...Object.values(dictionaries).flatMap(({ parts }) => [...parts]),
])

/** Returns false for a question in another language, of which a word may stay untranslated. */
export const isEnglishQuestion = (question: string): boolean =>
  translator.detectLanguage(question.slice(0, MAX_QUESTION_CHARS)) === 'en'

/** Returns the name that a word mistypes: `Raydum` is `Raydium`. Other words stay. */
function repairName(written: string): string {
  const word = foldWord(written)
  if (word.length < MIN_REPAIRED || !/^[a-z]+$/.test(word)) return written
  if (KNOWN_WORDS.has(word) || isEnglish(word) || isFamiliar(baseForm(word))) return written
  const near = [...NAMES.keys()].filter((name) => name[0] === word[0] && !isOtherForm(word, name))
  return NAMES.get(findRepair(word, near) ?? '') ?? written
}

const ENDING = /^(?:s|es|d|ed|r|er|ers|ing|ly|al)$/

/** `Jitos` and `approve` are other forms, and no typing errors. `stakin` is one. */
function isOtherForm(word: string, name: string): boolean {
  const [short, long] = word.length < name.length ? [word, name] : [name, word]
  return long.startsWith(short) && ENDING.test(long.slice(short.length))
}
