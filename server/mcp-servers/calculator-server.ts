import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { SolPrice } from '#server/clients/sol-price.ts'
import { calculate } from './arithmetic.ts'
import { countDays } from './day-count.ts'
import { toToolResult } from './tool-result.ts'
import { convert } from './unit-conversion.ts'

const VERSION = '1.0.0'
const PRICE_MS = 3_000
const MAX_CHARS = 300

const Question = (title: string, example: string) =>
  z
    .string()
    .min(1)
    .max(MAX_CHARS)
    .meta({ title, description: `For example: ${example}` })

export const createCalculator = ({ price, now }: { price: SolPrice | null; now: () => number }) =>
  createMcpHandler(() => {
    const server = new McpServer({ name: 'calculator', version: VERSION })
    server.registerTool(
      'calculate',
      {
        title: 'Calculate',
        description:
          'Works out arithmetic: plus, minus, times, divided by, powers, percentages, roots, rounding.',
        inputSchema: z.object({ question: Question('Calculation', '12 % of 250') }),
      },
      ({ question }) => toToolResult(calculate(question)),
    )
    server.registerTool(
      'convert',
      {
        title: 'Convert',
        description: 'Converts between SOL, lamports, POINTS and US dollars.',
        inputSchema: z.object({ question: Question('Conversion', '2.5 SOL in lamports') }),
      },
      ({ question }) =>
        toToolResult(
          convert(question, async () =>
            price === null ? null : price({ signal: AbortSignal.timeout(PRICE_MS) }),
          ),
        ),
    )
    server.registerTool(
      'count_days',
      {
        title: 'Dates',
        description:
          'Counts the days between two dates, finds a date some days from now, and reads Unix times. Dates are in UTC.',
        inputSchema: z.object({ question: Question('Dates', 'days from 1 March to 24 December') }),
      },
      ({ question }) => toToolResult(countDays(question, now())),
    )
    return server
  })
