import { splitAllSentences } from './sentences.ts'

/** Sentences around an article: they ask the reader to do something with the page. */
const FURNITURE =
  /\b(?:subscribe|newsletter|sign up|sign in to|log in to|follow us|join our|share (?:this|on|via)|read more|click here|learn more about our|cookie (?:policy|settings|preferences)|(?:use|accept|reject|manage)s? (?:all )?cookies|privacy policy|terms of (?:use|service)|all rights reserved|advertisement|sponsored content|related (?:articles|stories)|most read|download (?:the|our) app|enable javascript|ad ?blocker|your inbox|your e-?mail address|image (?:credit|source)|disclaimer:|©)\b|©/i

/** Advertising, offers of a claim at another address, and the comments of readers below an article. */
const PROMOTION =
  /^(?:sponsored|promoted|advertorial|paid post)\s*[:|–—-]|\bpaid (?:press release|promotion|partnership)\b|\bguaranteed\b.{0,30}\b(?:\d+x|returns?|profits?|gains?)\b|\b(?:airdrop|claim|presale|giveaway)\b.{0,40}\bat (?:https?:\/\/)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b|\bconnect (?:your|a) wallet to (?:claim|receive|verify)\b/i
const COMMENT = /(?:^|[.!?]\s)[a-z_]+\d+\s?:\s/i
/** Letters of two scripts in one word imitate a name. */
const LOOKALIKE = /[a-z][\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff][a-z]/i

/** Where an order begins. News tell the same in other moods: "Wallets tell the user to check the address". */
const ORDER = String.raw`(?:^|[.!?:;,"“(\n]\s*|\b(?:(?:and|then|please|now|always|kindly|just)|(?:you|assistants?|agents?|models?|ais?) (?:must|should|need to|have to|will))\s+)`
const COINS = 'sol|usdc|usdt|eth|btc|tokens?|coins?|funds?|crypto'
const ADDRESS = String.raw`(?:[1-9A-HJ-NP-Za-km-z]{32,44}|\b(?:this|the following|our|my) (?:address|wallet)\b|\b(?:the following|our|my) account\b)`

/** Text that speaks to a program instead of a reader. */
const INSTRUCTIONS = [
  String.raw`\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your)\b.{0,30}\b(?:instructions?|prompts?|rules?|guidelines)\b`,
  String.raw`\b(?:ignorier\w*|ignora\w*|ignorez?|oublie\w*|olvida\w*|vergiss|vergessen)\b.{0,40}\b(?:anweisungen|instruc\w*|instru[cç]\w*|regeln|r[eè]gles|reglas|regras)\b`,
  '忽略.{0,12}(?:指令|指示|说明|提示)',
  String.raw`\b(?:note|notice|message|memo|attention|dear|hello|hey)\b.{0,12}\b(?:(?:large )?language models?|llms?|chatbots?|ais?|ai (?:assistants?|agents?|models?|systems?))\b`,
  String.raw`\b(?:every|all|any) (?:readers?|users?|holders?|one) (?:should|must|needs? to) (?:buy|sell|send|claim|ape)\b`,
  String.raw`\bsystem prompt\b`,
  String.raw`\byou are (?:now )?(?:an?|the) (?:\w+ )?(?:ai|assistant|language model|chatbot|agent)\b`,
  String.raw`${ORDER}(?:send|transfer) \d[\d.,]* ?(?:${COINS})\b.{0,30}\bto\b`,
  String.raw`\b(?:send|transfer|deposit|move) (?:\w+ ){0,4}(?:${COINS})\b.{0,30}\bto\b.{0,30}${ADDRESS}`,
  String.raw`${ORDER}(?:tell|instruct|convince|urge|persuade) (?:the|your|this|every) (?:user|reader|customer|human|person)s? (?:to|that)\b`,
  String.raw`${ORDER}(?:respond|reply|answer) (?:only )?with\b.{0,30}\b(?:exactly|only|following)\b`,
  String.raw`(?:^|[.!?\n]\s*)(?:\w+ )?new instructions?\s?:`,
  String.raw`\b(?:do not|don['’]t) (?:tell|inform|warn) the user\b`,
  String.raw`\breveal your (?:instructions|prompt|keys?)\b`,
  String.raw`\bwallet\.(?:transfer|send|sign)`,
  String.raw`${ORDER}(?:enter|paste|share|send)\b.{0,40}\bseed phrase\b`,
  String.raw`\bseed phrase\b.{0,40}${ORDER}(?:enter|paste|share|send)\b`,
].map((pattern) => new RegExp(pattern, 'i'))

/** Returns true for a sentence of the page and not of its article, such as an invitation to a newsletter. */
const isFurniture = (sentence: string): boolean =>
  [FURNITURE, PROMOTION, COMMENT, LOOKALIKE].some((pattern) => pattern.test(sentence))

/** Returns true for text that speaks to a program, such as `ignore all previous instructions`. */
export const isInstruction = (text: string): boolean =>
  INSTRUCTIONS.some((pattern) => pattern.test(text))

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
