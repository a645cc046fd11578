import { describe, expect, it } from 'vitest'
import { toPlainQuestion } from '#server/modules/research/question/plain-question.ts'

describe('a question in English words', () => {
  it.each([
    ['Wie hoch ist die Rendite?', 'how much is the yield?'],
    ['¿Cuántos usuarios tiene Phantom?', 'how many users has Phantom?'],
    ['Quels sont les risques de JUP ?', 'what is the risks of JUP?'],
    ['Quem aprovou o fundo da Solana?', 'who approved the fund of Solana?'],
    ['索拉纳的质押收益是多少？', 'Solana of staking yield is how many?'],
  ])('translates %s', (question, english) => {
    expect(toPlainQuestion(question)).toBe(english)
  })

  it('keeps an English question as it is', () => {
    const question = "Who didn't vote on Pump.fun, and why did SOL (at $150) fall?"
    expect(toPlainQuestion(question)).toBe(question)
  })

  it.each([
    ['Hello! Please tell me the SOL price', 'Please tell me the SOL price'],
    ['gm, price of SOL?', 'price of SOL?'],
    ['Hallo, wie hoch ist die Rendite?', 'how much is the yield?'],
    ['Hola, ¿Cuántos usuarios tiene Phantom?', 'how many users has Phantom?'],
    ['GM. What is Jito?', 'What is Jito?'],
    ['Hey - what is Jito?', 'what is Jito?'],
    ['Hey,what is Jito?', 'what is Jito?'],
    ['你好，索拉纳的质押收益是多少？', 'Solana of staking yield is how many?'],
  ])('leaves out the greeting of %s', (question, english) => {
    expect(toPlainQuestion(question)).toBe(english)
  })

  it.each(['GM price', 'Hello!', 'Hey.xyz airdrop', 'GM.ai', 'Hi-Fi token', 'GM:USD price'])(
    'keeps %s, which only looks like a greeting',
    (question) => {
      expect(toPlainQuestion(question)).toBe(question)
    },
  )

  it('repairs a mistyped name and no other word', () => {
    expect(toPlainQuestion('news on Raydum and frydancer')).toBe('news on Raydium and Firedancer')
    expect(toPlainQuestion('Helius raised casino money')).toBe('Helius raised casino money')
  })
})
