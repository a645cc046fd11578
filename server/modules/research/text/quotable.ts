import { splitAllSentences } from './sentences.ts'

/** Sentences around an article: they ask the reader to do something with the page. */
const FURNITURE =
  /\b(?:subscribe|newsletter|sign up|sign in to|log in to|follow us|join our|share (?:this|on|via)|read more|click here|learn more about our|cookie (?:policy|settings|preferences)|(?:use|accept|reject|manage)s? (?:all )?cookies|privacy policy|terms of (?:use|service)|all rights reserved|advertisement|sponsored content|related (?:articles|stories)|most read|download (?:the|our) app|enable javascript|ad ?blocker|your inbox|your e-?mail address|image (?:credit|source)|disclaimer:|©)\b|©/i

/** Text that speaks to a program instead of a reader. */
const INSTRUCTION =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines)\b|\bsystem prompt\b|\byou are (?:now )?(?:an?|the) (?:\w+ )?(?:ai|assistant|language model|chatbot|agent)\b|\b(?:send|transfer) \d[\d.,]* ?(?:sol|usdc|eth|btc)\b.{0,30}\bto\b|\b(?:send|transfer|deposit|move) (?:\w+ ){0,4}(?:sol|usdc|usdt|eth|btc|tokens?|coins?|funds?|crypto)\b.{0,30}\bto\b.{0,30}(?:[1-9A-HJ-NP-Za-km-z]{32,44}|\b(?:this|the following|our|my) (?:address|wallet|account)\b)|\b(?:tell|instruct|convince|urge|persuade) (?:the|your|this|every) (?:user|reader|customer|human|person)s? (?:to|that)\b|\b(?:respond|reply|answer) (?:only )?with\b.{0,30}\b(?:exactly|only|following)\b|\bnew instructions?\s?:|\b(?:do not|don['’]t) (?:tell|inform|warn) the user\b|\breveal your (?:instructions|prompt|keys?)\b|\bwallet\.(?:transfer|send|sign)|\bseed phrase\b.{0,40}\b(?:send|enter|paste|share)\b|\b(?:enter|paste|share|send)\b.{0,40}\bseed phrase\b/i

/** Returns true for a sentence of the page and not of its article, such as an invitation to a newsletter. */
const isFurniture = (sentence: string): boolean => FURNITURE.test(sentence)

/** Returns true for text that speaks to a program, such as `ignore all previous instructions`. */
export const isInstruction = (text: string): boolean => INSTRUCTION.test(text)

/** Returns the text without the sentences that speak to a program. */
export const removeInstructions = (text: string): string =>
  isInstruction(text)
    ? splitAllSentences(text)
        .filter((sentence) => !isInstruction(sentence))
        .join(' ')
    : text

/** Returns true for a sentence that belongs to the article and does not instruct a program. */
export const isQuotable = (sentence: string): boolean =>
  !isFurniture(sentence) && !isInstruction(sentence)
