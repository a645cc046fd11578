import { expect, it } from 'vitest'
import { findScheduleWish } from '#src/features/agent-builder/schedule/schedule-wish.ts'

it.each([
  [
    'Every morning, tell me the largest holders of COMET',
    { choice: 'daily', at: '09:00', prompt: 'Tell me the largest holders of COMET' },
  ],
  [
    'Send me the price of SOL every day at 7:30 pm',
    { choice: 'daily', at: '19:30', prompt: 'Send me the price of SOL' },
  ],
  [
    'Each Friday at 8 say what my wallet did',
    { choice: '5', at: '08:00', prompt: 'Say what my wallet did' },
  ],
  ['A weekly digest of fees', { choice: '1', at: '09:00', prompt: 'A digest of fees' }],
  [
    'Good night news every night at 12 am',
    { choice: 'daily', at: '00:00', prompt: 'Good night news' },
  ],
  [
    'An agent that watches Solana memecoins and tells me about new listings every morning',
    {
      choice: 'daily',
      at: '09:00',
      prompt: 'Watch Solana memecoins and tell me about new listings',
    },
  ],
  [
    'Every Monday, build me a bot to check prices and fees',
    { choice: '1', at: '09:00', prompt: 'Check prices and fees' },
  ],
  [
    'I want an assistant which analyzes my wallet and summarizes the trades daily',
    { choice: 'daily', at: '09:00', prompt: 'Analyze my wallet and summarize the trades' },
  ],
  ['daily', { choice: 'daily', at: '09:00', prompt: 'daily' }],
  ['Every day at 44 look', { choice: 'daily', at: '09:00', prompt: 'At 44 look' }],
  ['Look at 9 wallets at 9', null],
  ['Explain a transaction', null],
])('takes the schedule from “%s”', (idea, wish) => {
  expect(findScheduleWish(idea)).toEqual(wish)
})
