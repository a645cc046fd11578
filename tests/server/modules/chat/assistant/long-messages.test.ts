import { expect, it } from 'vitest'
import { MAX_MESSAGE_CHARACTERS } from '#contract/chat/chat.ts'
import { createPlainEnglish } from '#server/intents/plain-english.ts'
import { NOW, understanding } from './product-understanding.ts'

/** Quadratic work takes 400 ms and more. */
const MAX_CPU_MS = 250

function measureCpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

it.each([
  ['digits', '1'],
  ['dashes', '-'],
  ['spans of time', '5 minutes and '],
])('reads the longest message of %s without quadratic work', (_, part) => {
  understanding.read('what is my balance', NOW)
  const text = part.repeat(MAX_MESSAGE_CHARACTERS).slice(0, MAX_MESSAGE_CHARACTERS)
  const ms = measureCpuMs(() => understanding.read(`x ${text} x`, NOW))
  expect(ms).toBeLessThan(MAX_CPU_MS)
})

it('compares each unknown word with the known ones once, however often it reads a phrase', () => {
  const text = 'quarter every ( week'.repeat(25)
  understanding.read(text, NOW)
  expect(measureCpuMs(() => understanding.read(text, NOW))).toBeLessThan(MAX_CPU_MS)
})

it('detects the language of a long message by its start', () => {
  const text = `${'what is the price of it '.repeat(30)}${'was kostet das heute '.repeat(1_000)}`
  expect(createPlainEnglish([]).detectLanguage(text)).toBe('en')
})
