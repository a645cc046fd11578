import { LlmError } from '#server/clients/llm/llm-error.ts'
import type { Llm } from '#server/clients/llm/llm.ts'
import {
  findOutboundError,
  type OutboundReason,
} from '#server/clients/outbound/outbound-address.ts'

/** `problem`: a sentence for the user, or null if the model answered. */
export type Trial = { is_ok: boolean; problem: string | null; duration_ms: number }

/** Asks a model for one word. The endpoint's own words may contain a key, so the result never quotes them. */
export async function tryModel(llm: Pick<Llm, 'converse'>, signal: AbortSignal): Promise<Trial> {
  const startedAt = performance.now()
  const ended = (problem: string | null): Trial => ({
    is_ok: problem === null,
    problem,
    duration_ms: Math.round(performance.now() - startedAt),
  })
  try {
    const events = llm.converse({
      instructions: 'Answer with the single word OK.',
      messages: [{ role: 'user', content: 'Are you there?' }],
      tools: [],
      maxSteps: 1,
      signal,
    })
    // Leaving the loop at the first word closes the connection.
    for await (const event of events) if (event.type === 'text') return ended(null)
    return ended('The model answered without a word.')
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    return ended(explainModelFailure(error))
  }
}

/** Returns a sentence for the user who connected the model. */
export function explainModelFailure(error: LlmError): string {
  const outbound = findOutboundError(error)
  if (outbound !== null) return OUTBOUND[outbound.reason]
  if (error.kind === 'refused') return 'The model’s server rejected the key.'
  if (error.kind === 'rate_limited') return 'The model’s server has had too many requests for now.'
  if (error.kind === 'stalled') return NO_ANSWER
  if (error.status === 404) return 'The server knows no such address or model name.'
  if (error.status !== null) return `The model’s server answered with error ${error.status}.`
  return 'The answer is not in the OpenAI format, or it broke off.'
}

const NO_ANSWER = 'The model did not answer in time.'
const NOT_PUBLIC = 'The address is not public, and the operator has not allowed it.'

const OUTBOUND: Record<OutboundReason, string> = {
  url: 'The address is not valid.',
  scheme: 'The address must begin with https:// or http://.',
  credentials: 'The address must not hold a password.',
  port: NOT_PUBLIC,
  address: NOT_PUBLIC,
  redirect: 'The address leads to another one. Enter that one.',
  too_large: 'The answer is too large.',
  timeout: NO_ANSWER,
  unreachable: 'The server at this address cannot be reached.',
}
