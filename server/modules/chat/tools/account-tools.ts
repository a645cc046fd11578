import { DAY_MS } from '#server/lib/durations.ts'
import { formatNumber } from '#contract/numbers.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { formatLamports, LAMPORTS_PER_POINT, lamportsToSol } from '#contract/money.ts'
import { CONSUMPTION_LABELS } from '#contract/payments.ts'
import { MAX_COUNTED } from '#server/db/page.ts'
import { type DateLanguage, type DatePhrase, findDates } from '#server/lib/phrases/date-phrases.ts'
import { formatMinute, formatTable } from '#server/lib/text/markdown.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { formatDay, startOfDay, startOfWeek, toWallClock } from '#server/lib/wall-clock.ts'
import {
  describeConversion,
  findCurrency,
} from '#server/modules/chat/assistant/answers/conversions.ts'
import type { ChainParts } from './chain-tools.ts'
import { NO_ARGUMENTS, toOpenAppAction, createProductTool } from './product-tool.ts'
import type { AssistantTool, ToolResult } from './tool.ts'

const ACCOUNT = { id: 'account', name: 'Account' }
const SHOWN = 10

const PERIODS = ['today', 'yesterday', 'week', 'last_week', 'month', 'last_month', 'year'] as const
type Period = (typeof PERIODS)[number]

type Span = { fromMs: number; toMs: number; name: string }

const startOfMonth = (ms: number, by = 0): number => {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + by, 1)
}

/** Times are of the user's wall clock in Unix milliseconds, read as UTC. */
function periodSpan(period: Period, nowMs: number): Span {
  const today = startOfDay(nowMs)
  switch (period) {
    case 'today':
      return { fromMs: today, toMs: nowMs, name: 'Today' }
    case 'yesterday':
      return { fromMs: today - DAY_MS, toMs: today, name: 'Yesterday' }
    case 'week':
      return { fromMs: nowMs - 7 * DAY_MS, toMs: nowMs, name: 'In the last 7 days' }
    case 'last_week': {
      const toMs = startOfWeek(nowMs)
      return { fromMs: toMs - 7 * DAY_MS, toMs, name: 'Last week' }
    }
    case 'month':
      return { fromMs: startOfMonth(nowMs), toMs: nowMs, name: 'This month' }
    case 'last_month':
      return { fromMs: startOfMonth(nowMs, -1), toMs: startOfMonth(nowMs), name: 'Last month' }
    case 'year':
      return {
        fromMs: Date.UTC(new Date(nowMs).getUTCFullYear(), 0, 1),
        toMs: nowMs,
        name: 'This year',
      }
  }
}

function askedSpan(args: Readonly<Record<string, unknown>>, nowMs: number): Span | null {
  const { days } = args
  if (typeof days === 'number') {
    return { fromMs: nowMs - days * DAY_MS, toMs: nowMs, name: `In the last ${days} days` }
  }
  const { from, until } = args
  if (typeof from === 'string' && typeof until === 'string') {
    const toMs = Date.parse(until) + DAY_MS
    return { fromMs: Date.parse(from), toMs, name: `From ${from} to ${until}` }
  }
  const period = PERIODS.find((each) => each === args['period'])
  return period === undefined ? null : periodSpan(period, nowMs)
}

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'
const MONTH = new RegExp(`\\b(?:${MONTHS})(?: \\d{4})?\\b`)
/** `the 1st and the 15th of November`, two days of one month. */
const TWO_DAYS = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)? and (?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTHS})\\b`,
)

/** Reads `this week`, `last 3 days`, `Q3`, `in October`, `since Monday` or `between Monday and Wednesday`. */
function readPeriod(phrase: Phrase): Record<string, unknown> {
  const { english, question, nowMs } = phrase
  const [, count, unit] =
    /\b(\d{1,3}) (day|week|month)\b/.exec(english) ?? /(\d{1,3}) ?(天|周)/.exec(question) ?? []
  if (count !== undefined) {
    const factor = unit === 'week' || unit === '周' ? 7 : unit === 'month' ? 30 : 1
    return { days: Math.min(3_650, Number(count) * factor) }
  }
  const quarter = readQuarter(english, nowMs)
  if (quarter !== null) return quarter
  const period = PERIODS.toSorted((a, b) => b.length - a.length).find((each) =>
    ` ${english} `.includes(` ${each.replace('_', ' ')} `),
  )
  if (period !== undefined) return { period }
  const dates = findPastDates(phrase)
  const [first, last] = [dates[0]?.start, dates.at(-1)?.end ?? dates.at(-1)?.start]
  if (first === undefined || last === undefined) {
    const [year] = /\b20\d{2}\b/.exec(english) ?? []
    return year === undefined ? {} : untilNow(Date.UTC(Number(year)), `${year}-12-31`, nowMs)
  }
  const lastDay = new Date(last.ms)
  if (last.unit === 'month') lastDay.setUTCMonth(lastDay.getUTCMonth() + 1, 0)
  const isOpen = dates.length === 1 && /\bsince\b/.test(english)
  return untilNow(first.ms, formatDay(isOpen ? nowMs : lastDay.getTime()), nowMs)
}

/** Returns the days of a time, none of which is after today. */
function untilNow(fromMs: number, lastDay: string, nowMs: number): Record<string, unknown> {
  const today = formatDay(nowMs)
  return { from: formatDay(fromMs), until: lastDay < today ? lastDay : today }
}

/** Reads `Q3`, which is the last one that has begun, or `this quarter`. Returns null for other phrases. */
function readQuarter(english: string, nowMs: number): Record<string, unknown> | null {
  const [, digit, which] = /\bq([1-4])\b|\b(last|this) quarter\b/.exec(english) ?? []
  if (digit === undefined && which === undefined) return null
  const today = new Date(nowMs)
  const current = Math.floor(today.getUTCMonth() / 3)
  const wanted = digit === undefined ? current - (which === 'last' ? 1 : 0) : Number(digit) - 1
  const year = today.getUTCFullYear() - (wanted > current ? 1 : 0)
  const lastDay = formatDay(Date.UTC(year, wanted * 3 + 3, 0))
  return untilNow(Date.UTC(year, wanted * 3), lastDay, nowMs)
}

/** Reads months of other languages, and two days of one month, from the English. */
function findPastDates({ question, english, nowMs, language }: Phrase): DatePhrase[] {
  const inPast = (text: string, spoken: DateLanguage = 'en') =>
    findDates(text, { nowMs, prefers: 'past', language: spoken })
  const [, one, other, name] = TWO_DAYS.exec(english) ?? []
  if (name !== undefined) return inPast(`${name} ${one} and ${name} ${other}`)
  const found = inPast(question, language)
  const month = MONTH.exec(english)?.[0]
  return found.length > 0 || month === undefined ? found : inPast(`in ${month}`)
}

/** The products that spending is asked of. `asked`: their names in plain English. */
const PRODUCTS = [
  {
    id: 'research',
    name: 'Research',
    type: 'PREMIUM_FEATURE',
    detail: 'Research:',
    asked: 'research',
  },
  {
    id: 'ca_analysis',
    name: 'CA Analysis',
    type: 'CA_ANALYSIS',
    detail: '',
    asked: '(?:token )?analyze',
  },
  {
    id: 'wallet_finder',
    name: 'Wallet Finder',
    type: 'WALLET_FINDER',
    detail: '',
    asked: 'wallet finder',
  },
] as const
type Product = (typeof PRODUCTS)[number]

/** Reads the product of `how much did I spend on research`. */
function readProduct(english: string): { on?: Product['id'] } {
  const product = PRODUCTS.find(({ asked }) => new RegExp(`\\b(?:${asked})\\b`).test(english))
  return product === undefined ? {} : { on: product.id }
}

/** Reads `my last 5 charges`, if so many are listed. */
function readCount({ shape, entities: { numbers } }: Phrase): { newest?: number } {
  const [count = 0] = numbers
  const isCount =
    /\b(?:last|latest) amount (?!(?:hour|day|week|month|year)\b)/.test(`${shape} `) &&
    Number.isInteger(count)
  return isCount && count > 0 && count <= SHOWN ? { newest: count } : {}
}

const BATCH_ROWS = 100

export type AccountParts = Pick<ChainParts, 'now' | 'price' | 'network'> & {
  ledger: Pick<Ledger, 'getBalance' | 'readConsumptionBatches' | 'listConsumption'>
}

const sumSpending = async (
  ledger: AccountParts['ledger'],
  userId: string,
  { fromMs, toMs }: Pick<Span, 'fromMs' | 'toMs'>,
  product: Product | undefined,
) => {
  const spent = { lamports: 0n, queries: 0 }
  const type = product === undefined ? {} : { type: product.type }
  const batches = ledger.readConsumptionBatches({ userId, ...type, batchRows: BATCH_ROWS })
  for await (const rows of batches) {
    for (const row of rows) {
      const at = row.createdAt.getTime()
      if (at < fromMs) return spent
      if (at >= toMs || row.status !== 'SUCCESS') continue
      if (row.description?.startsWith(product?.detail ?? '') === false) continue
      spent.lamports += row.lamports
      spent.queries += row.quantity
    }
  }
  return spent
}

const stamp = (now: number) => ({ source: 'Account ledger', at: new Date(now).toISOString() })

const createBalanceTool = ({ ledger, now, price, network }: AccountParts): AssistantTool =>
  createProductTool({
    name: 'balance',
    app: ACCOUNT,
    title: 'My balance',
    description: 'Show your balance: SOL and POINTS of the user’s own account',
    inputSchema: {
      type: 'object',
      properties: {
        currency: { type: 'string', maxLength: 12, description: 'USD for its worth in dollars' },
      },
    },
    aliases: ['points'],
    fill: ({ question }) => {
      const currency = findCurrency(question)
      return currency === null ? {} : { currency }
    },
    run: async ({ currency }, { userId, signal }) => {
      const lamports = await ledger.getBalance(userId)
      const points = lamports / LAMPORTS_PER_POINT
      const asked = typeof currency === 'string' ? findCurrency(currency) : null
      const worth =
        asked === null
          ? ''
          : `\n\n${await describeWorth(lamports, asked, { price, network, signal })}`
      return {
        text: `Your account balance is **${formatLamports(lamports)} SOL**: enough for ${pluralize(points, 'query', 'queries')} of 1 POINT (0.01 SOL) each.${worth}`,
        structured: { lamports: String(lamports), points: String(points) },
        ...stamp(now()),
      }
    },
  })

/** Returns what the balance is worth in a currency, by the configured price. */
async function describeWorth(
  lamports: bigint,
  currency: string,
  { price, network, signal }: Pick<AccountParts, 'price' | 'network'> & { signal: AbortSignal },
): Promise<string> {
  if (price === null) return `SOL has no market price on ${network}, so I can’t convert it.`
  const usd = await price({ signal })
  if (usd === null) return 'No price source answers right now, so I can’t convert it.'
  const unknown = currency === 'USD' ? {} : { unknown: currency }
  return describeConversion(
    { amount: lamportsToSol(lamports), from: 'SOL', to: 'USD', ...unknown },
    usd,
  )
}

const createHistoryTool = ({ ledger, now }: AccountParts): AssistantTool =>
  createProductTool({
    name: 'history',
    app: ACCOUNT,
    title: 'My spending',
    description: 'Show your spending: what the user has spent points on, added up and listed',
    inputSchema: {
      type: 'object',
      properties: {
        period: {
          type: 'string',
          enum: PERIODS,
          description:
            'A time in the user’s zone; week is the last 7 days. Everything when left out',
        },
        days: { type: 'integer', minimum: 1, maximum: 3650, description: 'The last so many days' },
        from: { type: 'string', format: 'date', description: 'First day, with `until`' },
        until: { type: 'string', format: 'date', description: 'Last day, included' },
        on: {
          type: 'string',
          enum: PRODUCTS.map(({ id }) => id),
          description: 'Only what was spent on this',
        },
        newest: { type: 'integer', minimum: 1, maximum: SHOWN, description: 'So many charges' },
      },
    },
    fill: (phrase) => {
      const added = { ...readPeriod(phrase), ...readProduct(phrase.english) }
      // What is added up is not listed.
      return Object.keys(added).length > 0 ? added : readCount(phrase)
    },
    aliases: ['spending'],
    run: async (args, { userId, timeZone }) => {
      const nowMs = now()
      const local = toWallClock(nowMs, timeZone ?? null)
      const product = PRODUCTS.find(({ id }) => id === args['on'])
      const all = product === undefined ? null : { fromMs: 0, toMs: Infinity, name: 'In all' }
      const span = askedSpan(args, local) ?? all
      const answer =
        span === null
          ? await listSpending(ledger, userId, Number(args['newest'] ?? SHOWN))
          : await totalSpending(ledger, { userId, span, product, offsetMs: local - nowMs })
      return { ...answer, ...stamp(nowMs) }
    },
  })

/** `offsetMs` is how far the user's wall clock, on which the span is, is ahead of UTC. */
async function totalSpending(
  ledger: AccountParts['ledger'],
  {
    userId,
    span,
    product,
    offsetMs,
  }: { userId: string; span: Span; product: Product | undefined; offsetMs: number },
): Promise<ToolResult> {
  const asked = { fromMs: span.fromMs - offsetMs, toMs: span.toMs - offsetMs }
  const { lamports, queries } = await sumSpending(ledger, userId, asked, product)
  const of = product === undefined ? '' : ` of ${product.name}`
  const on = `${pluralize(queries, 'query', 'queries')}${of}`
  return {
    text: `${span.name} you spent **${formatLamports(lamports)} SOL** on ${on}. Refunded charges are left out.`,
  }
}

async function listSpending(
  ledger: AccountParts['ledger'],
  userId: string,
  limit: number,
): Promise<ToolResult> {
  const page = { userId, offset: 0, limit }
  const { rows, total, hasMore } = await ledger.listConsumption(page)
  if (rows.length === 0) return { text: 'You have spent nothing yet.' }
  const lines = rows.map((row) => [
    formatMinute(row.createdAt),
    CONSUMPTION_LABELS[row.type],
    row.description ?? '',
    `${formatLamports(row.lamports)} SOL`,
    row.status.toLowerCase(),
  ])
  const count = total < MAX_COUNTED ? total : `${formatNumber(MAX_COUNTED)} or more`
  const head = hasMore ? `The newest ${rows.length} of ${count}:\n\n` : ''
  return { text: head + formatTable(['Time', 'What', 'Detail', 'Amount', 'Status'], lines) }
}

const rechargesTool = createProductTool({
  name: 'payments',
  app: ACCOUNT,
  title: 'My recharges',
  description: 'Show where your recharges are listed: payments to the user’s own account',
  inputSchema: NO_ARGUMENTS,
  aliases: ['recharges'],
  run: async () => ({
    text: 'Your recharges are in **Recharge**, under History. A payment shows within a minute of its confirmation on the chain.',
    clientAction: toOpenAppAction(PRODUCT_APPS.recharge),
  }),
})

export const createAccountTools = (parts: AccountParts): AssistantTool[] => [
  createBalanceTool(parts),
  createHistoryTool(parts),
  rechargesTool,
]
