import type { CannedAnswer } from './canned-answers.ts'
import { convertUnits } from './fixed-units.ts'
import type { Phrase } from './phrase.ts'

export type CertainAnswer = Pick<CannedAnswer, 'id' | 'text' | 'offers'>

const MOVE_EVENT =
  /^\W*(?:(?:please|bitte|can you|could you) )*(?:(?:move|verschieb\w*|verleg\w*|repousse\w*|décale\w*|mueve|aplaza\w*|adia\w*|mova) (?:my|the|our|mein\w*|den|das|die|mon|ma|le|la|mi|el|o|a|meu|minha)|reschedule|postpone)(?!\p{L})/iu
const NO_EVENT =
  /\b(?:sol|usdc|coins?|tokens?|money|funds?|balance|points?|wallet|windows?|icons?)\b/i

/** Keeps an entry that is to be moved from being added a second time. */
const answerMove = (question: string): CertainAnswer | null =>
  MOVE_EVENT.test(question) && !NO_EVENT.test(question)
    ? {
        id: 'move_event',
        text: 'I can’t move entries of your calendar. Open it and drag the entry to its new time.',
        offers: ['calendar', 'abilities'],
      }
    : null

const SECRET_NAME =
  '(?:seed|recovery|secret|backup)[- ]?(?:phrase|words)|seed|private key|mnemonic|wiederherstellungsphrase|private[rn]? schlüssel|frase (?:semilla|secreta|semente|secreta)|frase de recupera(?:ción|ção)|clave privada|chave privada|phrase (?:secrète|de récupération)|clé privée|助记词|私钥'
const MY = '(?:my|mein[e]?|mi|ma|mon|minha|meu|我的?)'
/** What a secret is, and not that it is lost. */
const TOLD =
  '(?!(?:not|lost|stolen|gone|safe|leaked|hacked|nicht|weg|verloren|gestohlen|no|perdid|robad|pas|perdu|vol|não|roubad|被|丢)|什么|多少|[^\\p{L}\\p{N}])'
const SECRET = new RegExp(
  `(?<!\\p{L})${MY} ?(?:${SECRET_NAME})(?: (?:is|ist|lautet|es|est|é) |\\s*[:：=]\\s*|\\s*(?:是|为)\\s*)${TOLD}`,
  'iu',
)

/** Warns a user who types a secret. */
const answerSecret = (question: string): CertainAnswer | null =>
  SECRET.test(question)
    ? {
        id: 'secret',
        text: 'Never type a seed phrase or private key anywhere but in your wallet, not even here. Anyone who sees it can take everything. Delete this message, and move your funds to a new wallet.',
        offers: ['abilities'],
      }
    : null

/** Words of a wish to be notified of one thing. */
const OF_AN_EVENT = /\b(?:when|if|price|ticker|address|amount|remind me|event|research|agent)\b/

/** Answers `turn off notifications` and `set quiet hours`. */
const answerNotifications = ({ shape }: Phrase): CertainAnswer | null =>
  /\bnotifications\b/.test(shape) && !OF_AN_EVENT.test(shape)
    ? {
        id: 'notifications',
        text: 'Settings has Notifications: there you choose which ones you get, and set quiet hours. The bell lists those you have.',
        offers: ['settings', 'abilities'],
      }
    : null

const ASKS_FOR_LANGUAGE =
  /\b(?:speak|understand|answer|change)\b.*\b(?:language|english)\b|\blanguage\b.*\b(?:speak|you|understand|support)\b|^(?:my )?language(?: change)?$|^english can$/
/** These only contain such words. */
const OF_OTHER_THINGS =
  /\b(?:remind me|event|research|agent|news|translate|address|ticker|find|install)\b/

/** Asks for an app by what it does, and not by its name. */
const ASKS_FOR_APP =
  /^(?:(?:is )?there (?:is )?|do you have |i have |which |what |any )(?:a |an |any )?app (?:that|which|for|to|can|could|do)\b/

/** Answers questions on the site itself that have one sure answer. */
function answerOnSite({ shape }: Phrase): CertainAnswer | null {
  if (OF_OTHER_THINGS.test(shape)) return null
  if (ASKS_FOR_LANGUAGE.test(shape)) {
    return {
      id: 'languages',
      text: 'I understand English, German, Spanish, French, Portuguese and Chinese. I answer in English.',
      offers: ['abilities', 'settings'],
    }
  }
  if (ASKS_FOR_APP.test(shape)) {
    return {
      id: 'find_app',
      text: 'The App Store lists every app with what it does, and has a search.',
      offers: ['store', 'abilities'],
    }
  }
  return /\bapi key\b/.test(shape)
    ? {
        id: 'api_key',
        text: 'You need no API key here: your account is enough. Only an AI model of your own may need one, in Settings under Model, where this site offers that.',
        offers: ['settings', 'abilities'],
      }
    : null
}

/** Answers phrases by their own words alone, before any comparison with examples. Null for all others. */
export const findCertainAnswer = (phrase: Phrase): CertainAnswer | null =>
  answerSecret(phrase.question) ??
  answerMove(phrase.question) ??
  convertUnits(phrase) ??
  answerNotifications(phrase) ??
  answerOnSite(phrase)
