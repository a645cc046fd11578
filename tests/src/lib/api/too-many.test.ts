import { describe, expect, it } from 'vitest'
import { HttpError } from '#src/lib/api/api-error.ts'

const refusal = (message: string | null, retryAfterMs: number | null) =>
  new HttpError({
    status: 429,
    body: message === null ? null : { message },
    tried: 'POST /chats',
    retryAfterMs,
  }).message

describe('a refusal for too many calls', () => {
  it.each([
    ['You have 5 chats.', 60_000, 'You have 5 chats. Try again in 60 seconds.'],
    [
      'Too many attempts. Try again in 9 minutes.',
      540_000,
      'Too many attempts. Try again in 9 minutes.',
    ],
    [null, 600_000, 'API request failed with status 429. Try again in 10 minutes.'],
    [null, 900, 'API request failed with status 429. Try again in 1 second.'],
    [null, null, 'API request failed with status 429'],
    ['slow down', null, 'slow down'],
  ])('says when to try again: %j after %j ms', (message, retryAfterMs, shown) => {
    expect(refusal(message, retryAfterMs)).toBe(shown)
  })
})
