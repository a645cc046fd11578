import { formatPoints } from '#contract/money.ts'
import type { CannedAnswer } from './canned-answers.ts'

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

const SECRET =
  /\bmy (?:seed|recovery|secret|backup) (?:phrase|words)\b.*\bis\b|\bmy private key is\b/i

/** Warns a user who types a secret. */
const answerSecret = (question: string): CertainAnswer | null =>
  SECRET.test(question)
    ? {
        id: 'secret',
        text: 'Never type a seed phrase or private key anywhere but in your wallet, not even here. Anyone who sees it can take everything. Delete this message, and move your funds to a new wallet.',
        offers: ['abilities'],
      }
    : null

const POINTS_TO_SOL = /\b(\d{1,9})\s*points?\b.{0,12}\b(?:sol|solana)\b/i
const SOL_TO_POINTS = /\b(\d{1,9}(?:\.\d{1,2})?)\s*sol\b.{0,12}\bpoints?\b/i

const CONVERTS = /\b(?:convert|how (?:much|many)|in|to|into|worth|equals?)\b/i
const DEPOSITS = /\b(?:recharge|top ?up|deposit|add|buy|pay|send)\b/i

/** Converts between the balance's two units, which no market moves. */
function answerPoints(question: string): CertainAnswer | null {
  const points = POINTS_TO_SOL.exec(question)?.[1]
  const sol = SOL_TO_POINTS.exec(question)?.[1]
  if (!CONVERTS.test(question) || DEPOSITS.test(question)) return null
  if (points === undefined && sol === undefined) return null
  const amount = points === undefined ? Number(sol) * 100 : Number(points)
  const rounded = Math.round(amount)
  return {
    id: 'points',
    text: `${formatPoints(rounded)} ${rounded === 1 ? 'is' : 'are'} ${rounded / 100} SOL: 1 POINT is 0.01 SOL.`,
    offers: ['balance', 'recharge'],
  }
}

/** Answers phrases by their own words alone, before any comparison with examples. Null for all others. */
export const findCertainAnswer = (question: string): CertainAnswer | null =>
  answerSecret(question) ?? answerMove(question) ?? answerPoints(question)
