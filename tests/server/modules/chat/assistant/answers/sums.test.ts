import { describe, expect, it } from 'vitest'
import { answerSum } from '#server/modules/chat/assistant/answers/sums.ts'

describe('a sum in a chat', () => {
  it.each([
    ['what is 15% of 230', '34.5'],
    ['2+2', '4'],
    ['how much is 12.5 * 8?', '100'],
    ['Calculate (1,200 - 450) / 3', '250'],
    ['3 sol times 148', '444'],
    ['Was sind 15 Prozent von 230?', '34.5'],
    ['wie viel ist 12,5 mal 8', '100'],
    ['¿Cuánto es el 15% de 230?', '34.5'],
    ['combien font 12 fois 8 ?', '96'],
    ['quanto é 7 vezes 8', '56'],
    ['230的15%是多少', '34.5'],
    ['12乘以8等于多少？', '96'],
  ])('is worked out: %s', (question, result) => {
    expect(answerSum(question)).toContain(`**${result}**`)
  })

  it.each([
    'what is 5',
    'price of 2 SOL',
    '2026-11-20',
    'remind me at 9-10',
    'swap 2 SOL for USDC',
    '1 / 0',
    'how much is 3 sol',
    'what is 15% of my balance',
  ])('is not made of %s', (question) => {
    expect(answerSum(question)).toBeNull()
  })
})
