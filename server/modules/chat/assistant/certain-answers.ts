import { formatPoints, POINTS_PER_SOL } from '#contract/money.ts'
import type { CannedAnswer } from './canned-answers.ts'
import type { Phrase } from './phrase.ts'

type CertainAnswer = Pick<CannedAnswer, 'id' | 'text' | 'offers'>

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

/** These do something with the amount. */
const MOVES = /\b(?:top up|add|pay|send|spend|refund|airdrop)\b/
const POINTS = /\bamount (?:a )?points\b/
const SOL = /\bamount ticker\b/
const ASKS_FOR_POINTS = /\b(?:points|query|analyze|research)\b/

/** Converts between the balance's two units, which no market moves: `40 points in SOL`, `how many queries for 1 SOL`. */
function answerPoints({ shape, entities }: Phrase): CertainAnswer | null {
  const [amount, ...others] = entities.numbers
  const isSol = entities.tickers.join('') === 'SOL'
  if (amount === undefined || others.length > 0 || !isSol || MOVES.test(shape)) return null
  if (POINTS.test(shape)) return convertPoints(Math.round(amount))
  return SOL.test(shape) && ASKS_FOR_POINTS.test(shape.replace(SOL, ''))
    ? convertPoints(Math.floor(amount * POINTS_PER_SOL + ROUNDING))
    : null
}

/** 0.29 SOL are 28.999999999999996 POINTS in binary fractions. */
const ROUNDING = 1e-6

const convertPoints = (points: number): CertainAnswer => ({
  id: 'points',
  text: `${formatPoints(points)} ${points === 1 ? 'is' : 'are'} ${points / POINTS_PER_SOL} SOL: 1 POINT is 0.01 SOL and pays for one query.`,
  offers: ['balance', 'recharge'],
})

/** Answers phrases by their own words alone, before any comparison with examples. Null for all others. */
export const findCertainAnswer = (phrase: Phrase): CertainAnswer | null =>
  answerSecret(phrase.question) ?? answerMove(phrase.question) ?? answerPoints(phrase)
