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

/** What a phrase says about a price alert. */
type AskedAlert = {
  /** Address or symbol of a token; `SOL` for SOL itself. */
  token: string | undefined
  price: number | undefined
  /** Change of the price, instead of a price. */
  percent: number | undefined
  direction: 'above' | 'below' | undefined
  /** `other` is a currency without alerts. */
  unit: 'SOL' | 'USD' | 'other' | undefined
}

type Words = { above: string; below: string }

/** Not the `up` of `set up an alert`. */
const goes = (word: string): string =>
  String.raw`(?:is|goes|gets|moves) ${word}|(?<=(?:%|percent) ?)${word}|${word}(?=\s+by(?!\p{L})|[\s$€£+-]*\d)`

const DIRECTIONS: Readonly<Partial<Record<Language, Words>>> & { en: Words } = {
  en: {
    above: `above|over|exceed\\w*|rises?|climbs?|pumps?|more than|higher|tops?|breaks?|passes|gains?|jumps?|(?:is|goes|gets|moves|rises) past|${goes('up')}`,
    below: `below|under|beneath|falls?|drops?|dips?|dumps?|sinks?|crashes|loses?|less than|lower|${goes('down')}`,
  },
  de: {
    above: 'über\\w*|ueber\\w*|steigt|gewinnt|mehr als|höher',
    below: 'unter\\w*|fällt|faellt|sinkt|verliert|weniger als|niedriger|tiefer',
  },
  es: {
    above: 'sub[ae]n?|super[ae]n?|(?:por )?encima|sobrepas[ae]|más (?:de|alto)|mas de',
    below: 'baj[ae]n?|ca[ei]g?a?n?|(?:por )?debajo|pierd[ae]|menos de|más bajo',
  },
  fr: {
    above: 'dépasse\\w*|depasse\\w*|monte|au[- ]dessus|plus de|plus haut|franchit',
    below: 'descend\\w*|tombe|baisse|chute|perd|en[- ]dessous|sous|au[- ]dessous|moins de|plus bas',
  },
  pt: {
    above: 'acima|sub(?:ir|a)|sobe|ultrapass\\w*|passar|mais de',
    below: 'abaixo|ca(?:ir|ia|i)|desc(?:er|e|a)|baixar|perder?|menos de',
  },
  zh: {
    above: '涨|升到|升破|超过|高于|突破|大于|以上',
    below: '跌|降到|低于|小于|以下',
  },
}

/** Chinese words have no spaces between them. */
const SPACED_LETTER = String.raw`(?!\p{Script=Han})\p{L}`

/** Matches one of the words, which may be patterns, as whole words. */
const anyOf = (...words: string[]) =>
  new RegExp(`(?<!${SPACED_LETTER})(?:${words.join('|')})(?!${SPACED_LETTER})`, 'iu')

const PRICE_OF = '(?:price |preis-?|kurs-?)'
const ALERT = [
  `${PRICE_OF}?(?:alerts?|alertes?|alertas?)`,
  // Without the price, it is one of a clock.
  `${PRICE_OF}(?:alarms?|alarme|alarmen)`,
  'alarmas? de precio',
  // A token in capitals, and not `小王的提醒`.
  '(?:价格|(?<=[A-Za-z] )|(?<=(?-i:[A-Z]{3}) 的))(?:提醒(?!我)|预警|警报)|预警',
  'meine alarme',
]
const IS_ALERT = anyOf(...ALERT)
const IS_ALERT_ALONE = new RegExp(`^\\W*(?:${ALERT.join('|')})\\W*$`, 'iu')
const NOTIFY = anyOf(
  '(?:notify|alert|tell|ping|warn|text|inform|message) (?:me|us)|(?:let me|lemme) know|alarm',
  'benachrichtig\\w*|(?:sag|gib|melde?|informier\\w*|warn\\w*) (?:mir|mich|dich|bescheid)|alarm[ae]?',
  'av[ií]same|avisa(?= cuando| quando| si| se)|avisarme|notif[ií]came|al[ée]rtame|dime',
  '(?:pr[ée]viens|prévenez|avertis|avertissez|alerte|alertez|notifie|dis)[- ]moi|me prévenir',
  '(?:avis[ea]|notifi(?:que|ca)|alert[ea])[- ]me|me (?:avis[ea]|notifi(?:que|ca)|alert[ea])',
)
/** Asks for no more notices. */
const STOP_NOTIFYING = anyOf(
  '(?:stop|quit) (?:telling|notifying|alerting|pinging|warning|messaging|bugging) me',
  '(?:benachrichtig\\w*|informier\\w*|warn\\w*) mich (?:bitte )?nicht mehr',
  '(?:deja|para) de (?:avisarme|notificarme|alertarme)|no me avises(?: más| mas)?',
  'arrête de me (?:prévenir|notifier|alerter)|ne me (?:préviens|notifie) plus',
  '(?:para|pare|deixa) de me (?:avisar|notificar|alertar)|não me avis[ea] mais',
  '(?:别再|不要再|停止)(?:提醒|通知)(?:我)?',
)
const REMIND = anyOf(
  'remind me',
  'erinner\\w* mich',
  'recu[ée]rdame',
  'rappelle[- ]moi',
  'lembre[- ]me|me lembr[ae]',
  '(?:提醒|通知|告诉|叫)(?:一下)?我',
)
const WHEN = anyOf(
  'when|if|once|as soon as',
  'wenn|sobald|falls',
  'cuando|si',
  'quand|lorsque|dès que',
  'quando|se',
  '的时候|时',
)
const REACH = anyOf(
  'reach\\w*|hits?|is at|gets to|>|<',
  'erreicht|bei',
  'llegue|llega|alcan\\w+',
  'atteint|arrive',
  'atingir|atinge|chegar|chega',
  '到',
)
const OWN = anyOf(
  'my|show|list|which|what|do i have',
  'meine|zeig\\w*|welche|habe ich',
  'mis|muestra\\w*|ver|qué|cuáles|tengo',
  'mes|montre\\w*|affiche\\w*|quelles',
  'meus|minhas|mostr\\w+|quais|tenho',
  '我的|我有|哪些|看',
)
const DELETE = anyOf(
  'delete|remove|get rid of|kill|turn off|switch off|disable|cancel|stop|clear',
  'lösch\\w*|entfern\\w*',
  'borr\\w+|elimin\\w+|quita\\w*|cancel\\w*',
  'supprim\\w+|efface\\w*|enlève|annul\\w+',
  'apag\\w+|exclu\\w+|remov\\w+|tir[ae]r?',
  '删除|删掉|取消|关闭|关掉',
)
/** About a price, even if it names no token. */
const IS_PRICE = anyOf(
  'price|preis|kurs|precio|prix|preço|preco|价格',
  `it(?: is|['’]s) (?:${DIRECTIONS.en.above}|${DIRECTIONS.en.below})`,
)
/** About the trades of a wallet, and not about a price. */
const TRADES = /\b(?:swap|buys?|sells?|bought|sold|trades?|transactions?|wallet)\b/
const REFUSED = /\b(?:do not|never)\b/

/** Words for a change of the price, in percent. */
const CHANGES: readonly (readonly [words: RegExp, percent: number])[] = [
  [
    anyOf(
      'doubl\\w*|verdoppel\\w*|duplica\\w*|duplique\\w*|dobl[ae]|dobr[aeo]\\w*',
      '翻倍|翻一倍|涨 ?一倍',
    ),
    100,
  ],
  [anyOf('tripl\\w*|verdreifach\\w*', '翻两倍|涨 ?两倍'), 200],
  [anyOf('hal(?:ves?|ved)|halbier\\w*', '腰斩|减半'), -50],
]
/** Counts only with a word such as `falls`. `Half a dollar` is a price. */
const HALF = anyOf(
  '(?:by|in|to|loses?) half(?![ -](?:of )?(?:an?|dollars?|sol|cents?)(?!\\p{L}))',
  'half (?:of )?(?:its|the) (?:price|value)',
  'hälfte|mitad|moitié|metade|一半',
)
/** `3x`, `goes up 3 times`. In Chinese, what rises 3 times is four times as high. */
const TIMES = new RegExp(
  String.raw`(?<!\p{L})x ?(?<count>\d{1,4})(?!\d)|(?<more>涨 ?)?(?<!\d|[.,])(?<count>\d{1,4}) ?(?:(?:x|times|mal|veces|fois|vezes)(?!\p{L})|-?fach|倍)`,
  'iu',
)

/** What follows a number that is a percentage. */
export const PERCENT = '%|per ?cent|prozent|por ?ciento|pour ?cents?|por ?cento'
const SIGN = String.raw`(?<sign>[$€£])?`
const DIGITS = String.raw`(?<digits>\d+(?:[.,]\d+)*(?:e-?\d{1,2})?)`
const SCALE = String.raw`(?<scale>[km](?!\p{L}))?`
const NO_PERCENT = String.raw`(?!\s*(?:${PERCENT})|[\d.,]*\d)`
const DOLLARS = String.raw`(?:us ?)?(?:dollars?|dollari|d[óo]lar(?:es)?)|usd[ct]?|\$`
const CENTS = String.raw`cents?|¢|centavos?|centimes?|céntimos?`
const UNIT = String.raw`(?<unit>${CENTS}|${DOLLARS}|sol|€|£|eur(?:os?)?|gbp)?(?!\p{L})`
/** A number with what is beside it. */
const PRICE = new RegExp(
  String.raw`(?<![\p{L}\d.,])${[SIGN, DIGITS, SCALE + NO_PERCENT, UNIT].join(String.raw`\s*`)}`,
  'giu',
)

/** The number of alerts, and not a price: `2 alerts`. */
const COUNT = new RegExp(`(?<![\\p{L}\\d.,])\\d+ (?=(?:${ALERT.join('|')}))`, 'iu')

/** Longer texts ask for more than an alert. */
const MAX_CHARS = 300

/** Returns the name of the tool for price alerts that a phrase asks for by its words; null for any other phrase. */
export function findAlertRequest(given: Phrase): string | null {
  if (given.question.length > MAX_CHARS) return null
  const phrase = { ...given, question: spaceChinese(given.question) }
  const { question, english, entities } = phrase
  const names = IS_ALERT.test(question)
  if (names && DELETE.test(question) && !entities.addresses[1]) return 'delete_price_alert'
  if (TRADES.test(english)) return null
  const isOfPrice = entities.tickers.length > 0 || IS_PRICE.test(question)
  if (isOfPrice && STOP_NOTIFYING.test(question)) return 'delete_price_alert'
  if (REFUSED.test(english)) return null
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
  if (!isReminder) return false
  return token === undefined ? direction !== undefined && IS_PRICE.test(question) : isCondition
}

const SIGNED_PERCENT = new RegExp(String.raw`([+-])\d+(?:[.,]\d+)?\s*(?:${PERCENT})`, 'i')

type Change = Pick<AskedAlert, 'percent' | 'direction'>

/** Reads `rises 20 %`, `-20%`, `doubles`, `falls by half` and `goes up 3x`. A percentage alone has no direction. */
function readChange(
  text: string,
  percents: readonly number[],
  direction: AskedAlert['direction'],
): Change | null {
  const [percent] = percents
  const sign = SIGNED_PERCENT.exec(text)?.[1]
  if (percent !== undefined) {
    if (direction === undefined && sign === undefined) return null
    const isFall = direction === undefined ? sign === '-' : direction === 'below'
    return { percent: isFall ? -percent : percent, direction }
  }
  const [, named] = CHANGES.find(([words]) => words.test(text)) ?? []
  if (named !== undefined) return { percent: named, direction: named > 0 ? 'above' : 'below' }
  if (direction === 'below') return HALF.test(text) ? { percent: -50, direction } : null
  const { count, more } = TIMES.exec(text)?.groups ?? {}
  const times = Number(count) - (more === undefined ? 1 : 0)
  return times > 0 ? { percent: times * 100, direction: 'above' } : null
}

/** Reads token, price and direction from a phrase such as `alert me when COMET is above 0.00001 SOL`. */
export function readAlert({ question, language, entities }: Phrase): AskedAlert {
  const text = entities.addresses.reduce(
    (rest, address) => rest.replace(address, ' '),
    spaceChinese(question.slice(0, MAX_CHARS)).replace(COUNT, ' '),
  )
  const direction = findDirection(text, language)
  const change = readChange(text, entities.percents, direction)
  const found = [...text.replace(TIMES, ' ').matchAll(PRICE)].at(-1)
  const { sign, digits, scale, unit } = found?.groups ?? {}
  const price =
    digits === undefined
      ? undefined
      : readNumber(digits, language) * (isCents(unit) ? 0.01 : readScale(scale))
  return {
    token: findToken(found === undefined ? text : text.replace(found[0], ' '), entities),
    price: price === 0 ? undefined : price,
    ...(price === undefined && change !== null ? change : { percent: undefined, direction }),
    unit: readUnit(sign ?? unit),
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

const isCents = (unit = ''): boolean => new RegExp(`^(?:${CENTS})$`, 'iu').test(unit)

const readScale = (scale = ''): number => ({ k: 1_000, m: 1_000_000 })[scale.toLowerCase()] ?? 1

function findToken(text: string, { addresses, tickers }: Phrase['entities']): string | undefined {
  const other = tickers.find((ticker) => !/^(?:SOL|USD[CT]?)$/.test(ticker))
  const written = /(?<!\p{L})\$?([A-Z][A-Z\d]{2,9})(?![\p{L}\d])/u.exec(
    text.replaceAll(/\b(?:SOL|USD[CT]?|EUR|GBP|ALERTS?)\b/g, ' '),
  )
  const isSol = /(?<!\p{L})(?:sol|solana)(?!\p{L})/iu.test(text)
  return addresses[0] ?? other ?? written?.[1] ?? (isSol ? 'SOL' : undefined)
}

function findDirection(text: string, language: Language): AskedAlert['direction'] {
  for (const words of [DIRECTIONS[language], DIRECTIONS.en]) {
    if (words === undefined) continue
    const isAbove = anyOf(words.above).test(text) || text.includes('>')
    const isBelow = anyOf(words.below).test(text) || text.includes('<')
    if (isAbove !== isBelow) return isAbove ? 'above' : 'below'
  }
  return undefined
}

function readUnit(written: string | undefined): AskedAlert['unit'] {
  if (written === undefined) return undefined
  if (/^sol$/i.test(written)) return 'SOL'
  return /^(?:\$|us|d)/i.test(written) || isCents(written) ? 'USD' : 'other'
}

/** `1,500` is one and a half thousand in English, and one and a half elsewhere; `0,00001` is a fraction everywhere. */
export function readNumber(digits: string, language: Language): number {
  const [group, decimal] = language === 'en' || language === 'zh' ? [',', '.'] : ['.', ',']
  const isGrouped = new RegExp(`^[1-9]\\d{0,2}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`)
  const plain = isGrouped.test(digits) ? digits.replaceAll(group, '') : digits
  return Number(plain.replace(',', '.'))
}
