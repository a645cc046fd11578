import type { Language } from './translate/dictionary.ts'

/** The parts of a phrase that are read here. */
type Phrase = {
  question: string
  /** The question in plain English. */
  english: string
  language: Language
  entities: {
    addresses: readonly string[]
    tickers: readonly string[]
    percents: readonly number[]
    dates: readonly string[]
  }
}

/** What a phrase says about a price alert. What it does not say is left out. */
export type AskedAlert = {
  /** Address or symbol of a token; `SOL` for SOL itself. */
  token?: string
  price?: number
  /** Change of the price, instead of a price. */
  percent?: number
  direction?: 'above' | 'below'
  /** `other` is a currency without alerts. */
  unit?: 'SOL' | 'USD' | 'other'
}

type Words = { above: string; below: string }

const WORDS: Readonly<Partial<Record<Language, Words>>> & { en: Words } = {
  en: {
    above:
      'above|over|exceed\\w*|rises?|goes up|climbs?|pumps?|more than|higher|tops?|breaks?|passes|(?:is|goes|gets|moves|rises) past',
    below:
      'below|under|beneath|falls?|drops?|dips?|dumps?|sinks?|goes down|crashes|less than|lower',
  },
  de: {
    above: 'über\\w*|ueber\\w*|steigt|mehr als|höher',
    below: 'unter\\w*|fällt|faellt|sinkt|weniger als|niedriger|tiefer',
  },
  es: {
    above: 'sub[ae]n?|super[ae]n?|(?:por )?encima|sobrepas[ae]|más (?:de|alto)|mas de',
    below: 'baj[ae]n?|ca[ei]g?a?n?|(?:por )?debajo|menos de|más bajo',
  },
  fr: {
    above: 'dépasse\\w*|depasse\\w*|monte|au[- ]dessus|plus de|plus haut|franchit',
    below: 'descend\\w*|tombe|baisse|chute|en[- ]dessous|sous|au[- ]dessous|moins de|plus bas',
  },
  pt: {
    above: 'acima|sub(?:ir|a)|sobe|ultrapass\\w*|passar|mais de',
    below: 'abaixo|ca(?:ir|ia|i)|desc(?:er|e|a)|baixar|menos de',
  },
  zh: {
    above: '涨到|涨过|涨破|升到|升破|超过|高于|突破|大于|以上',
    below: '跌到|跌破|跌至|降到|低于|小于|以下',
  },
}

/** Chinese words have no spaces between them. */
const word = (words: string) =>
  new RegExp(`(?<!(?!\\p{Script=Han})\\p{L})(?:${words})(?!(?!\\p{Script=Han})\\p{L})`, 'iu')

const ALERT =
  '(?:price |preis-?|kurs-?)?(?:alerts?|alertes?|alertas?)|(?:price |preis-?|kurs-?)(?:alarms?|alarme|alarmen)|alarmas? de precio|meine alarme'
const IS_ALERT = word(ALERT)
const IS_ALERT_ALONE = new RegExp(`^\\W*(?:${ALERT})\\W*$`, 'iu')
const NOTIFY = word(
  '(?:notify|alert|tell|ping|warn|text|inform|message) (?:me|us)|(?:let me|lemme) know|benachrichtig\\w*|(?:sag|gib|melde?|informier\\w*|warn\\w*) (?:mir|mich|dich|bescheid)|avísame|avisame|avisa(?= cuando| si)|notifícame|notificame|dime|alértame|alertame|avisarme|(?:préviens|prévenez|previens|avertis|avertissez|alerte|alertez|notifie)[- ]moi|dis[- ]moi|me prévenir|avis[ea][- ]me|me avis[ea]|notifi(?:que|ca)[- ]me|me notifi(?:que|ca)|me alert[ea]|alert[ea][- ]me',
)
const REMIND = word(
  'remind me|erinner\\w* mich|recuérdame|recuerdame|rappelle[- ]moi|lembre[- ]me|me lembr[ae]|(?:提醒|通知|告诉|叫)(?:一下)?我',
)
const WHEN = word(
  'when|if|once|as soon as|wenn|sobald|falls|cuando|si|quand|lorsque|dès que|quando|se|的时候|时',
)
const REACH = word(
  'reach\\w*|hits?|is at|gets to|erreicht|bei|llegue|llega|alcan\\w+|atteint|arrive|atingir|chegar|chega|atinge|>|<',
)
const OWN = word(
  'my|show|list|which|what|do i have|meine|zeig\\w*|welche|habe ich|mis|muestra\\w*|ver|qué|cuáles|tengo|mes|montre\\w*|affiche\\w*|quelles|meus|minhas|mostr\\w+|quais|tenho',
)
const DELETE = word(
  'delete|remove|get rid of|kill|turn off|switch off|disable|cancel|stop|clear|lösch\\w*|entfern\\w*|borr\\w+|elimin\\w+|quita\\w*|cancel\\w*|supprim\\w+|efface\\w*|enlève|annul\\w+|apag\\w+|exclu\\w+|remov\\w+',
)
/** About the trades of a wallet, and not about a price. */
const TRADES = /\b(?:swap|buys?|sells?|bought|sold|trades?|transactions?|wallet)\b/
const REFUSED = /\b(?:do not|never)\b/

/** A number with what is beside it. A percentage is no price. */
const PRICE =
  /(?<![\p{L}\d.,])(?<sign>[$€£])?\s*(?<digits>\d+(?:[.,]\d+)*(?:e-?\d{1,2})?)\s*(?<scale>[km](?!\p{L}))?(?!\s*%|[\d.,]*\d)\s*(?<unit>cents?|¢|centavos?|centimes?|céntimos?|(?:us ?)?(?:dollars?|dollari|dólar(?:es)?|dolar(?:es)?)|usd[ct]?|sol|\$|€|£|eur(?:os?)?|gbp)?(?!\p{L})/giu

const CENTS = /^(?:cent|cént|¢)/i

/** Longer texts ask for more than an alert. */
const MAX_CHARS = 300

/** Returns the name of the tool for price alerts that a phrase asks for by its words; null for any other phrase. */
export function findAlertRequest(given: Phrase): string | null {
  if (given.question.length > MAX_CHARS) return null
  const phrase = { ...given, question: spaceChinese(given.question) }
  const { question, english, entities } = phrase
  const names = IS_ALERT.test(question)
  if (names && DELETE.test(question) && !entities.addresses[1]) return 'delete_price_alert'
  if (REFUSED.test(english) || TRADES.test(english)) return null
  if (asksToSet(phrase, names)) return 'set_price_alert'
  const { price } = readAlert(phrase)
  const isList = IS_ALERT_ALONE.test(question) || (names && OWN.test(question))
  return isList && price === undefined && !NOTIFY.test(question) ? 'price_alerts' : null
}

function asksToSet(phrase: Phrase, names: boolean): boolean {
  const { question, entities } = phrase
  const { price, percent, direction, token } = readAlert(phrase)
  // At a time, it is a reminder.
  if (entities.dates.length > 0 && direction === undefined) return false
  if (price === undefined && percent === undefined) {
    return names && token !== undefined && !NOTIFY.test(question) && !OWN.test(question)
  }
  const isCondition = direction !== undefined || REACH.test(question)
  if (names || (NOTIFY.test(question) && WHEN.test(question))) {
    return isCondition || token !== undefined
  }
  // Chinese may leave out the `when`.
  const isWhen = WHEN.test(question) || phrase.language === 'zh'
  const isReminder = REMIND.test(question) && isWhen && entities.dates.length === 0
  return isReminder && direction !== undefined && token !== undefined
}

/** Reads token, price and direction from a phrase such as `alert me when COMET is above 0.00001 SOL`. */
export function readAlert({ question, language, entities }: Phrase): AskedAlert {
  const text = entities.addresses.reduce(
    (rest, address) => rest.replace(address, ' '),
    spaceChinese(question.slice(0, MAX_CHARS)),
  )
  const found = [...text.matchAll(PRICE)].at(-1)
  const [percent] = entities.percents
  const unit = found && readUnit(found.groups?.['sign'] ?? found.groups?.['unit'])
  const price = found && readNumber(found.groups?.['digits'] ?? '', language)
  const isCents = CENTS.test(found?.groups?.['unit'] ?? '')
  const scale = isCents
    ? 0.01
    : ({ k: 1_000, m: 1_000_000 }[(found?.groups?.['scale'] ?? '').toLowerCase()] ?? 1)
  const direction = findDirection(text, language)
  const token = findToken(found === undefined ? text : text.replace(found[0], ' '), entities)
  return {
    ...(token === undefined ? {} : { token }),
    ...(price === undefined || price === 0 ? {} : { price: price * scale }),
    ...(price !== undefined || percent === undefined
      ? {}
      : { percent: direction === 'below' ? -percent : percent }),
    ...(direction === undefined ? {} : { direction }),
    ...(unit === undefined ? {} : { unit }),
  }
}

/** Sets numbers and Latin words of a Chinese text apart, and writes its dollars as `USD`. */
const spaceChinese = (text: string): string =>
  text
    .replaceAll(/美元|美金/g, ' USD ')
    .replaceAll(
      /(?<=\p{Script=Han})(?=[\p{Script=Latin}\d$])|(?<=[\p{Script=Latin}\d])(?=\p{Script=Han})/gu,
      ' ',
    )

function findToken(text: string, { addresses, tickers }: Phrase['entities']): string | undefined {
  const other = tickers.find((ticker) => !/^(?:SOL|USD[CT]?)$/.test(ticker))
  const written = /(?<!\p{L})\$?([A-Z][A-Z\d]{2,9})(?![\p{L}\d])/u.exec(
    text.replaceAll(/\b(?:SOL|USD[CT]?|EUR|GBP|ALERTS?)\b/g, ' '),
  )
  const isSol = /(?<!\p{L})(?:sol|solana)(?!\p{L})/iu.test(text)
  return addresses[0] ?? other ?? written?.[1] ?? (isSol ? 'SOL' : undefined)
}

function findDirection(text: string, language: Language): AskedAlert['direction'] {
  for (const words of [WORDS[language], WORDS.en]) {
    if (words === undefined) continue
    const isAbove = word(words.above).test(text) || text.includes('>')
    const isBelow = word(words.below).test(text) || text.includes('<')
    if (isAbove !== isBelow) return isAbove ? 'above' : 'below'
  }
  return undefined
}

const readUnit = (written: string | undefined): AskedAlert['unit'] =>
  written === undefined
    ? undefined
    : /^sol$/i.test(written)
      ? 'SOL'
      : /^(?:\$|us|d)/i.test(written) || CENTS.test(written)
        ? 'USD'
        : 'other'

/** `1,500` is one and a half thousand in English, and one and a half elsewhere; `0,00001` is a fraction everywhere. */
export function readNumber(digits: string, language: Language): number {
  const [group, decimal] = language === 'en' || language === 'zh' ? [',', '.'] : ['.', ',']
  const isGrouped = new RegExp(`^[1-9]\\d{0,2}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`)
  const plain = isGrouped.test(digits) ? digits.replaceAll(group, '') : digits
  return Number(plain.replace(',', '.'))
}
