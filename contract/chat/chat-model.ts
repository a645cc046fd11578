import * as z from 'zod/mini'
import { namedObject } from '#contract/endpoint/described.ts'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { CHANGE, OUTSIDE_CALL, READ } from '#contract/endpoint/limits.ts'
import { statusEnvelope } from '#contract/endpoint/lists.ts'

/** Who answers: the user's own model, the server's model, or no model (`commands`). */
export const AnsweredBy = z.enum(['own', 'server', 'commands'])
export type AnsweredBy = z.infer<typeof AnsweredBy>

/** A model that a user connected. The key itself is never returned. */
const ChatModel = namedObject('ChatModel', {
  /** Address below which `/chat/completions` is. */
  base_url: z.string(),
  model: z.string(),
  /** The end of the key, such as `••••1234`; null without a key. */
  masked_key: z.nullable(z.string()),
})
export type ChatModel = z.infer<typeof ChatModel>

const isBaseUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === ''
  )
}

const ModelSettings = {
  /** Address below which `/chat/completions` is, without a query. */
  base_url: z
    .string()
    .check(
      z.trim(),
      z.maxLength(500),
      z.refine(isBaseUrl, 'Enter an address such as https://api.example.com/v1'),
    ),
  model: z.string().check(z.trim(), z.minLength(1, 'Enter a model name'), z.maxLength(120)),
  /** Absent: the stored key stays if the address has the same origin. Null: no key. */
  api_key: z.nullish(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter a key'),
        z.maxLength(1_000),
        z.regex(/^[\x21-\x7e]+$/, 'A key has only letters, digits and signs'),
      ),
  ),
}

export const getChatModel = endpoint({
  name: 'getChatModel',
  path: '/chat-model',
  summary: 'The model that the caller connected, or null',
  limits: READ,
  errors: ['FORBIDDEN'],
  response: statusEnvelope(z.nullable(ChatModel)),
})

export const saveChatModel = endpoint({
  name: 'saveChatModel',
  method: 'PUT',
  path: '/chat-model',
  summary: 'Connect an OpenAI-compatible model to the caller’s chats',
  limits: CHANGE,
  errors: ['FORBIDDEN', 'VALIDATION_FAILED'],
  body: z.object(ModelSettings),
  response: statusEnvelope(ChatModel),
})

export const deleteChatModel = endpoint({
  name: 'deleteChatModel',
  method: 'DELETE',
  path: '/chat-model',
  summary: 'Remove the caller’s model and its key',
  limits: CHANGE,
  errors: ['FORBIDDEN'],
  response: z.object({ status: z.literal('success') }),
})

export const testChatModel = endpoint({
  name: 'testChatModel',
  method: 'POST',
  path: '/chat-model/test',
  summary: 'Ask a model for one word, without saving anything',
  limits: OUTSIDE_CALL,
  errors: ['FORBIDDEN', 'VALIDATION_FAILED'],
  body: z.object(ModelSettings),
  response: statusEnvelope(
    z.object({
      is_ok: z.boolean(),
      /** The failure in words for people; null if the model answered. */
      problem: z.nullable(z.string()),
      duration_ms: z.number(),
    }),
  ),
})
