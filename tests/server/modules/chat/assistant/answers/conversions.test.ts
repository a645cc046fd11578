import { describe, expect, it } from 'vitest'
import {
  describeConversion,
  readConversion,
} from '#server/modules/chat/assistant/answers/conversions.ts'

const PRICE = 150

describe('a conversion in a chat', () => {
  it.each([
    ['How much is 10 SOL', '10 SOL = **1,500 USD**'],
    ['how much is 10 sol worth right now?', '10 SOL = **1,500 USD**'],
    ['10 SOL in USD', '10 SOL = **1,500 USD**'],
    ['Convert 1,000 SOL to dollars', '1,000 SOL = **150,000 USD**'],
    ['what’s the value of 2.5 SOL in $', '2.5 SOL = **375 USD**'],
    ['10 SOL in USDC', '10 SOL = **1,500 USDC**'],
    ['what are 250 USDC worth', '250 USDC = **250 USD**, or 1.66667 SOL'],
    ['250 USDC in SOL', '250 USDC = **1.66667 SOL**'],
    ['how many SOL for $100', '100 USD = **0.666667 SOL**'],
    ['how much sol can i get for 1.5k dollars?', '1,500 USD = **10 SOL**'],
    ['$300 in SOL', '300 USD = **2 SOL**'],
    ['how much is 123456789 SOL', '123,456,789 SOL = **18,518,518,350 USD**'],
    ['$0.001 in SOL', '0.001 USD = **0.00000666667 SOL**'],
    ['.5 SOL in USD', '0.5 SOL = **75 USD**'],
    ['10,5 SOL in USD', '10.5 SOL = **1,575 USD**'],
    ['how much is $100 USD in SOL', '100 USD = **0.666667 SOL**'],
    ['how much are 5000 lamports in USD', '0.000005 SOL = **0.00075 USD**'],
    ['10 SOL in EUR', 'I have no rate for EUR, so this is in US dollars.'],
    ['100 EUR in SOL', 'I have no rate for EUR. 1 SOL = 150 USD, and I can convert'],
    ['how much is €100 in SOL', 'I have no rate for €.'],
    ['10 SOL 等于多少美元？', '10 SOL = **1,500 USD**'],
    ['100美元能买多少SOL', '100 USD = **0.666667 SOL**'],
    ['10 SOL 值多少', '10 SOL = **1,500 USD**'],
    ['10 SOL 换成美元', '10 SOL = **1,500 USD**'],
    ['wie viel sind 10 SOL in Dollar', '10 SOL = **1,500 USD**'],
    ['was sind 10,5 SOL wert?', '10.5 SOL = **1,575 USD**'],
    ['¿cuánto son 10 SOL en dólares?', '10 SOL = **1,500 USD**'],
    ['combien font 10 SOL en dollars ?', '10 SOL = **1,500 USD**'],
    ['quanto é 10 SOL em dólares?', '10 SOL = **1,500 USD**'],
    ['wie viel sind 10 SOL in Euro', 'I have no rate for EURO, so this is in US dollars.'],
    ['convert 5 USDC to lamports', '5 USDC = **33,333,333 lamports**'],
    ['what is 1 POINT in dollars', '0.01 SOL = **1.5 USD**'],
    ['0.000001 SOL in USD', '0.000001 SOL = **0.00015 USD**'],
  ])('multiplies by the price: %s', (question, text) => {
    const conversion = readConversion(question)
    expect(conversion).not.toBeNull()
    expect(conversion && describeConversion(conversion, PRICE)).toContain(text)
  })

  it('says the rate once', () => {
    const text = describeConversion({ amount: 1, from: 'SOL', to: 'USD' }, PRICE)
    expect(text).toBe('1 SOL = **150 USD**')
  })

  it('says at which price, and that a stablecoin counts as one dollar', () => {
    const text = describeConversion({ amount: 250, from: 'USDC', to: 'USD' }, PRICE)
    expect(text).toContain('At 1 SOL = 150 USD.')
    expect(text).toContain('1 USDC is counted as 1 USD.')
  })

  it.each([
    '10 SOL',
    'what is the price of SOL',
    'swap 10 SOL to USDC for me',
    'send 10 SOL to Anna',
    'what is 5 * 8',
    'recharge 2 SOL',
    'how much is 10 SOL and 5 SOL',
    'how many SOL do I have',
    '我有多少SOL',
    'enviar 10 SOL a Ana',
    '把10 SOL换给小明',
    `how much is ${'9'.repeat(21)} SOL`,
    `how much is ${'9'.repeat(400)} SOL`,
  ])('is not read from %s', (question) => {
    expect(readConversion(question)).toBeNull()
  })
})
