import { SOL_MINT, type PriceAlert } from '#contract/analysis/alerts.ts'
import type { ClientAction } from '#contract/chat/parts.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { AppError } from '#server/errors.ts'
import { readAlert, readNumber } from '#server/intents/alert-phrases.ts'
import { formatMinute, formatTable, removeMarkup } from '#server/lib/text/markdown.ts'
import { createFreeTool } from '#server/modules/analysis/free-chat-tool.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { isAddress } from '#solana/base58.ts'
import { formatAlertPrice, nameAlertToken, type PriceAlerts } from './price-alerts.ts'

const { caAnalysis } = PRODUCT_APPS
const OPEN_ALERTS: ClientAction = {
  kind: 'open_app',
  path: `${caAnalysis.path}?mode=watched`,
  title: caAnalysis.title,
}
const SHOWN = 40

/** Creates the chat tools that set, list and delete price alerts. */
export const createAlertTools = (alerts: PriceAlerts): AssistantTool[] => [
  createSetTool(alerts),
  createListTool(alerts),
  createDeleteTool(alerts),
]

const createSetTool = (alerts: PriceAlerts): AssistantTool =>
  createFreeTool({
    name: 'set_price_alert',
    title: 'Price alert',
    description:
      'Notifies the user once when the price of a token in SOL, or of SOL in US dollars, reaches a value',
    inputSchema: {
      type: 'object',
      properties: {
        token: { type: 'string', title: 'Token address', maxLength: 44, description: 'Or SOL' },
        direction: { type: 'string', title: 'Direction', enum: ['above', 'below'] },
        price: {
          type: 'string',
          title: 'Price',
          maxLength: 30,
          description: 'Such as `0.00001`, or a change such as `+20%`',
        },
        unit: { type: 'string', title: 'Currency', enum: ['SOL', 'USD', 'other'] },
        replaces: {
          type: 'boolean',
          title: 'Instead of the waiting alert',
          description: 'True to change the one alert of this token that waits',
        },
      },
      required: ['token', 'price'],
    },
    asks: {
      token: 'Which token? Paste its address, or write SOL.',
      price: 'At which price? In SOL for a token, in dollars for SOL.',
    },
    writes: true,
    fill: (phrase) => {
      const { token = '', price, percent, direction, unit } = readAlert(phrase)
      return omitUnsaid({
        // A symbol does not say which token.
        token: token === 'SOL' || isAddress(token) ? token : undefined,
        price: price === undefined ? writeChange(percent) : writePrice(price),
        direction,
        unit,
        replaces: CHANGES.test(phrase.english) ? true : undefined,
      })
    },
    run: async ({ token, direction, price, unit, replaces }, { userId }) => {
      const address = /^\$?sol(?:ana)?$/i.test(String(token)) ? SOL_MINT : String(token)
      const wanted = address === SOL_MINT ? 'USD' : 'SOL'
      if (unit !== undefined && unit !== wanted) {
        throw new AppError(
          'VALIDATION_FAILED',
          `Alerts are in ${wanted === 'USD' ? 'US dollars for SOL' : 'SOL for a token'}. Say the price in that.`,
        )
      }
      const old = replaces === true ? await findOnlyAlert(alerts, userId, address) : undefined
      const { alert, now } = await alerts.create(userId, {
        contract_address: address,
        direction: direction === 'above' || direction === 'below' ? direction : undefined,
        price: await readWanted(alerts, address, String(price)),
        replacedId: old?.id,
      })
      const isChanged =
        old !== undefined && (old.price !== alert.price || old.direction !== alert.direction)
      const instead = isChanged ? ` The alert for when it ${describe(old)} is deleted.` : ''
      return {
        text: `The bell tells you once when **${removeMarkup(nameAlertToken(alert))}** ${describe(alert)}. It is at ${formatAlertPrice(now, alert.unit)} now.${instead}`,
        clientAction: OPEN_ALERTS,
      }
    },
  })

/** Changes an alert that there is, and sets no other. */
const CHANGES =
  /^(?:(?:please|can you|i want to|of) )*(?:(?:change|move|raise|lower) (?:my|the)\b|(?:my|the) .*\bchange\b)/

/** Returns the waiting alert of a token. Throws `CONFLICT` if several wait. */
async function findOnlyAlert(
  alerts: PriceAlerts,
  userId: string,
  address: string,
): Promise<PriceAlert | undefined> {
  const { rows } = await alerts.list(userId, { offset: 0, limit: SHOWN })
  const waiting = rows.filter(({ fired, contract_address: of }) => fired === null && of === address)
  if (waiting.length > 1) {
    const all = waiting.map((alert) => `when it ${describe(alert)}`).join(', ')
    throw new AppError(
      'CONFLICT',
      `You have ${waiting.length} alerts for this token: ${all}. Delete one of them first.`,
    )
  }
  return waiting[0]
}

const CHANGE = /^([+-]?\d+(?:\.\d+)?) ?%$/

/** Without an exponent. */
const writePrice = (price: number): string =>
  price.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 12 })

const writeChange = (percent: number | undefined): string | undefined =>
  percent === undefined ? undefined : `${percent > 0 ? '+' : ''}${percent}%`

const omitUnsaid = (args: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined))

/** Returns a price, or the current one after a change such as `-20%`. */
async function readWanted(alerts: PriceAlerts, address: string, text: string): Promise<number> {
  const [, percent] = CHANGE.exec(text.trim()) ?? []
  const price =
    percent === undefined
      ? readNumber(text.trim().replace(/^\$/, ''), 'en')
      : (await alerts.readPrice(address)).price * (1 + Number(percent) / 100)
  if (price > 0 && Number.isFinite(price)) {
    return percent === undefined ? price : Number(price.toPrecision(5))
  }
  throw new AppError('INVALID_AMOUNT', 'Say a price above 0, or a change such as +20%.')
}

const createListTool = (alerts: PriceAlerts): AssistantTool =>
  createFreeTool({
    name: 'price_alerts',
    title: 'Price alerts',
    description: 'Lists the price alerts of the user',
    inputSchema: { type: 'object', properties: {} },
    run: async (_args, { userId }) => {
      const { rows } = await alerts.list(userId, { offset: 0, limit: SHOWN })
      return {
        text:
          rows.length === 0
            ? 'You have no price alerts. Write “alert me when SOL is above $200”, or press the bell in a token’s report.'
            : formatTable(['Token', 'When it', 'Reached'], rows.map(toCells)),
        clientAction: OPEN_ALERTS,
      }
    },
  })

const ALL = 'all'

const createDeleteTool = (alerts: PriceAlerts): AssistantTool =>
  createFreeTool({
    name: 'delete_price_alert',
    title: 'Delete price alerts',
    description: 'Deletes the waiting price alerts of a token, or only the one at a price',
    inputSchema: {
      type: 'object',
      properties: {
        token: {
          type: 'string',
          title: 'Token',
          maxLength: 44,
          description: 'Address or symbol; `all` for every token',
        },
        price: { type: 'number', title: 'Price' },
      },
      required: ['token'],
    },
    asks: { token: 'Alerts of which token? Write its symbol or its address.' },
    writes: true,
    fill: (phrase) => {
      const { token, price } = readAlert(phrase)
      const isOne = token !== undefined || price !== undefined
      // A part of a phrase can mean more than the whole: without `but SOL`, it means all alerts.
      const isAll = !isOne && phrase.isWhole && /\ball\b/.test(phrase.english)
      return omitUnsaid({ token: isAll ? ALL : token, price })
    },
    isSweeping: ({ token }) => token === ALL,
    run: async ({ token, price }, { userId }) => {
      const name = String(token)
      const { rows } = await alerts.list(userId, { offset: 0, limit: SHOWN })
      const meant = rows.filter(
        (alert) =>
          alert.fired === null &&
          (name === ALL ||
            alert.contract_address === name ||
            alert.symbol?.toLowerCase() === name.toLowerCase()) &&
          (price === undefined || alert.price === price),
      )
      if (meant.length === 0) throw new AppError('NOT_FOUND', 'You have no such price alert.')
      for (const { id } of meant) await alerts.remove(userId, id)
      const what = meant.map(
        (alert) => `**${removeMarkup(nameAlertToken(alert))}** ${describe(alert)}`,
      )
      return {
        text: `Deleted: ${what.join('; ')}.`,
        clientAction: OPEN_ALERTS,
      }
    },
  })

const describe = ({ direction, price, unit }: PriceAlert): string =>
  `${direction === 'above' ? 'rises' : 'falls'} to ${formatAlertPrice(price, unit)}`

const toCells = (alert: PriceAlert): string[] => [
  nameAlertToken(alert),
  describe(alert),
  alert.fired === null
    ? 'not yet'
    : `${formatMinute(new Date(alert.fired.at))} at ${formatAlertPrice(alert.fired.price, alert.unit)}`,
]
