import { formatNumber } from '#contract/numbers.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { ListTokens } from '#server/modules/chat/assistant/token-names.ts'
import type { ReadPrice } from '#server/modules/runs/run.ts'
import * as z from 'zod/mini'
import { AppError } from '#server/errors.ts'
import { isAddress } from '#solana/base58.ts'
import { formatCode, formatMinute } from '#server/lib/text/markdown.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import {
  type Conversion,
  describeConversion,
  findCurrency,
  readConversion,
} from '#server/modules/chat/assistant/answers/conversions.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'
import { isAboutHolding } from '#server/modules/chat/assistant/guards.ts'
import { lookUp, lookUpHolding, MAX_HOLDERS } from './look-up.ts'
import { NO_ARGUMENTS, createProductTool } from './product-tool.ts'
import type { AssistantTool, ToolResult } from './tool.ts'

const CHAIN = { id: 'chain', name: 'Solana' }

const addressSchema = (
  name: string,
  { title, description }: Record<string, string>,
  more: Record<string, unknown>,
) => ({
  type: 'object',
  properties: {
    [name]: { type: 'string', title, description, minLength: 32, maxLength: 44 },
    ...more,
  },
  required: [name],
})

/** Not `newest 5 holders`. */
const COUNTS_LARGEST =
  /\blargest amount\b|^(?:(?:show|me|the|please|get|find|of|address|who|what|which|is|are) )*amount (?:largest )?holders\b/

export type ChainParts = {
  rpc: SolanaRpc
  network: string
  /** Null without a configured source. */
  price: SolPrice | null
  paid: { listTokens: ListTokens; readPrice: ReadPrice }
  now: () => number
}

export const createChainTools = (parts: ChainParts): AssistantTool[] => [
  createTokenTool(parts),
  createWalletTool(parts),
  createPriceTool(parts),
  createNetworkTool(parts),
]

const createTokenTool = (parts: ChainParts): AssistantTool =>
  createProductTool({
    name: 'token',
    app: CHAIN,
    title: 'Token look-up',
    description:
      'Look up a token on the chain by its mint: supply, decimals, authorities, largest holders',
    inputSchema: addressSchema(
      'mint',
      { title: 'Token address', description: 'Also called mint or contract address' },
      {
        holders: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_HOLDERS,
          description: 'How many of the largest holders',
        },
      },
    ),
    asks: { mint: 'Which token? Paste its address.' },
    fill: ({ entities: { addresses, numbers }, shape }) => {
      const [count] = numbers
      const isCount = COUNTS_LARGEST.test(shape) && count !== undefined && count <= MAX_HOLDERS
      return {
        ...(addresses[0] === undefined ? {} : { mint: addresses[0] }),
        ...(isCount && Number.isInteger(count) && count > 0 ? { holders: count } : {}),
      }
    },
    run: ({ mint, holders = MAX_HOLDERS }, { signal }) =>
      lookUp(parts, parseAddress(mint), signal, { holders: Number(holders) }),
  })

const createWalletTool = (parts: ChainParts): AssistantTool =>
  createProductTool({
    name: 'wallet',
    app: CHAIN,
    title: 'Wallet look-up',
    description:
      'Look up a wallet or any other address on the chain: SOL balance, token holdings, recent transactions',
    inputSchema: addressSchema(
      'address',
      { title: 'Address', description: 'Address on Solana' },
      {
        held: {
          type: 'string',
          maxLength: 44,
          description: 'A token by its address, to say only how much of it the wallet holds',
        },
      },
    ),
    asks: { address: 'Which wallet? Paste its address.' },
    fill: ({ entities: { addresses }, shape }) => {
      const [address, other] = addresses
      if (address === undefined) return {}
      return isAboutHolding(shape) && addresses.length === 2
        ? { address, held: other }
        : { address }
    },
    run: ({ address, held }, { signal }) =>
      held === undefined
        ? lookUp(parts, parseAddress(address), signal, { holders: null })
        : lookUpHolding(parts, [parseAddress(address), parseAddress(held)], signal),
  })

const createPriceTool = (parts: ChainParts): AssistantTool =>
  createProductTool({
    name: 'price',
    app: CHAIN,
    title: 'Price of SOL',
    description: 'Show the current price of SOL in US dollars',
    inputSchema: {
      type: 'object',
      properties: {
        symbol: {
          type: 'string',
          maxLength: 60,
          description: 'SOL by default. Several are separated by commas',
        },
        token_address: { type: 'string', maxLength: 44, description: 'Address of a token' },
        conversion: {
          type: 'string',
          maxLength: 80,
          description: 'An amount to convert, such as `10 SOL in USD` or `how many SOL for $100`',
        },
      },
    },
    fill: ({ entities, question, english, words }) => {
      const conversion = [question, english].find((text) => readConversion(text) !== null)
      if (conversion !== undefined) return { conversion: conversion.slice(0, 80) }
      const symbol =
        entities.tickers.slice(0, MAX_PRICES).join(', ') ||
        findNamedToken({ english, words, question })
      const [address] = entities.addresses
      if (address !== undefined) return { token_address: address }
      const currency = findCurrency(question)
      if (symbol === 'SOL' && currency !== null && currency !== 'USD')
        return { conversion: `1 SOL in ${currency}` }
      return symbol === undefined ? {} : { symbol }
    },
    run: async ({ symbol, token_address: token, conversion: asked }, { userId, signal }) => {
      const conversion = typeof asked === 'string' ? readConversion(asked) : null
      if (conversion !== null) return solPrice(parts, signal, conversion)
      if (typeof token === 'string' && isAddress(token)) {
        return tokenPrice(parts, userId, token)
      }
      const given = typeof symbol === 'string' ? splitSymbols(symbol).slice(0, MAX_PRICES) : []
      const symbols = given.length === 0 ? ['SOL'] : given
      const isOnlySol = symbols.every((each) => each === 'SOL')
      const tokens = isOnlySol ? [] : await parts.paid.listTokens(userId)
      const found = await Promise.all(
        symbols.map((each) =>
          each === 'SOL' ? solPrice(parts, signal) : symbolPrice(parts, { userId, tokens }, each),
        ),
      )
      return { ...found[0], text: found.map(({ text }) => text).join('\n\n') }
    },
  })

/** Prices of one call. */
const MAX_PRICES = 5

/** A symbol may have a space in it. */
const splitSymbols = (symbols: string): string[] =>
  symbols
    .toUpperCase()
    .split(',')
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== '')

async function symbolPrice(
  parts: ChainParts,
  {
    userId,
    tokens,
  }: { userId: string; tokens: Awaited<ReturnType<ChainParts['paid']['listTokens']>> },
  symbol: string,
): Promise<ToolResult> {
  const known = tokens.find((each) => each.symbol.toUpperCase() === symbol)
  return known === undefined
    ? {
        text: `I only have the price of SOL and of tokens that you analyzed. Research can find what sources say about ${symbol}, and CA Analysis shows the price of a token by its address.`,
      }
    : tokenPrice(parts, userId, known.address)
}

/** Returns the one word before or after `price` that may be the name of a token, such as `pepito price`. */
function findNamedToken({
  english,
  words,
  question,
}: Pick<Phrase, 'english' | 'words' | 'question'>): string | undefined {
  const asked = english.replace(/ (?:in )?(?:usd|dollars?|today|latest|now|please)\b/g, '')
  const [, after, before] =
    /\bprice of (?:the |a )?([\p{L}\d]+)$/u.exec(asked) ?? /^([\p{L}\d]+) price$/u.exec(asked) ?? []
  const name = after ?? before
  if (name === undefined || NO_TOKEN.has(name)) return undefined
  // Plain English has it with its typos repaired.
  const written = words.find((word) => word.english === name)
  return written === undefined ? name : question.slice(written.from, written.to)
}

const NO_TOKEN = new Set(['sol', 'solana', 'token', 'latest', 'what', 'show', 'the', 'this', 'my'])

/** Returns the price of a token in the user's newest report of it. */
async function tokenPrice({ paid }: ChainParts, userId: string, mint: string): Promise<ToolResult> {
  const price = await paid.readPrice(userId, mint)
  if (price === null || price.sol === null) {
    return {
      text: `I have no price of ${formatCode(mint)}. CA Analysis reads it from the token’s pools.`,
    }
  }
  const sol = `${price.sol.toLocaleString('en-US', { maximumSignificantDigits: 4 })} SOL`
  const usd =
    price.usd === null
      ? ''
      : ` (${price.usd.toLocaleString('en-US', { maximumSignificantDigits: 4 })} USD)`
  return {
    text: `**${sol}**${usd} per token in its deepest pool, by your report of ${formatMinute(price.at)}. A new analysis reads the price now.`,
    at: price.at.toISOString(),
    source: 'CA Analysis',
    clientAction: { kind: 'open_app', path: price.path, title: PRODUCT_APPS.caAnalysis.title },
  }
}

async function solPrice(
  { price, network, now }: ChainParts,
  signal: AbortSignal,
  conversion: Conversion | null = null,
): Promise<ToolResult> {
  if (price === null) {
    const unknown = conversion?.unknown
    const noRate = unknown === undefined ? '' : `I have no rate for ${unknown}. `
    return {
      text: `${noRate}SOL has no market price on ${network}, the network of this site. Here, 1 POINT is 0.01 SOL. Research can find the price elsewhere.`,
    }
  }
  const usd = await price({ signal })
  if (usd === null) throw new AppError('CONFLICT', 'No price source answers right now.')
  return {
    text:
      conversion === null
        ? `1 SOL = **${usd.toLocaleString('en-US', { maximumFractionDigits: 2 })} USD**`
        : describeConversion(conversion, usd),
    structured: { usd },
    source: 'Configured price source',
    at: new Date(now()).toISOString(),
  }
}

const createNetworkTool = ({ rpc, network, now }: ChainParts): AssistantTool =>
  createProductTool({
    name: 'network',
    app: CHAIN,
    title: 'Network status',
    description: 'Show the network of this site, whether it answers, its newest block and epoch',
    inputSchema: NO_ARGUMENTS,
    run: async (_args, { signal }) => {
      const { epoch, absoluteSlot, blockHeight } = Epoch.parse(
        await rpc.call('getEpochInfo', [{ commitment: 'confirmed' }], { signal }),
      )
      return {
        text: [
          `The network **${network}** answers.`,
          '',
          `- Newest slot: ${formatNumber(absoluteSlot)}`,
          `- Block height: ${formatNumber(blockHeight)}`,
          `- Epoch: ${formatNumber(epoch)}`,
        ].join('\n'),
        source: `Solana RPC (${network})`,
        at: new Date(now()).toISOString(),
      }
    },
  })

function parseAddress(value: unknown): string {
  const text = String(value).trim()
  if (!isAddress(text))
    throw new AppError('INVALID_ADDRESS', `${text.slice(0, 50)} is not a Solana address.`)
  return text
}

const Epoch = z.object({
  epoch: z.number(),
  absoluteSlot: z.number(),
  blockHeight: z.number(),
})
