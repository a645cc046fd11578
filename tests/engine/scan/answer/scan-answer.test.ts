import { describe, expect, it } from 'vitest'
import { market } from '#tests/support/demo-market.ts'
import { decodeFacts, encodeFacts } from '#engine/scan/facts/facts-codec.ts'
import { scanAnswer, scanTransaction, type Scanned } from '#engine/scan/answer/scan-answer.ts'
import { readFlows } from '#engine/trades/trades.ts'
import { addressOf, recordedLine, signatureOf, TOKEN } from '#tests/support/token-fixtures.ts'

const MINT = addressOf('mint')
const line = (name: string): string =>
  recordedLine({
    name,
    slot: 7,
    index: 3,
    keys: [
      { address: addressOf('payer'), signer: true, before: 10n ** 17n, after: 10n ** 17n - 1n },
      {
        address: addressOf('account'),
        holdsBefore: { mint: MINT, owner: addressOf('payer'), amount: 1n },
        holdsAfter: { mint: MINT, owner: addressOf('payer'), amount: 2n ** 64n - 1n },
      },
      { address: TOKEN },
    ],
    instructions: [{ programIdIndex: 2, accounts: [1, 0], data: '11' }],
  })

const answer = (entries: readonly string[]): Buffer => Buffer.from(`[${entries.join(',')}]`)
const entry = (id: number, result: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${result}}`
const asked = (...names: string[]) =>
  names.map((name, id) => ({ id, signature: signatureOf(name) }))
const kinds = (outcomes: readonly Scanned[]): string[] => outcomes.map(({ kind }) => kind)
const read = (text: string) => {
  const scanned = scanTransaction(Buffer.from(text))
  if (scanned.kind !== 'read') throw new Error(JSON.stringify(scanned))
  return scanned.facts
}

describe('scan of a node’s answer', () => {
  it('reads exact amounts beyond 2^53, lamports and tokens', () => {
    const facts = read(line('a'))
    expect(facts).toMatchObject({
      signature: signatureOf('a'),
      slot: 7,
      index: 3,
      timeS: 1_700_000_000,
      isFailed: false,
      feeLamports: 5000,
      signerCount: 1,
      lamports: [{ index: 0, delta: -1 }],
      balances: [{ index: 1, mint: MINT, before: 1n, after: 2n ** 64n - 1n }],
      instructions: [{ program: TOKEN, outer: 0, accounts: [1, 0] }],
    })
  })

  it('returns one outcome per call in the order of the calls, for any order of responses', () => {
    const bytes = answer([
      entry(3, 'null'),
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32009,"message":"Slot 7 was skipped"}}',
      entry(0, line('a')),
      entry(2, line('another')),
    ])
    const outcomes = scanAnswer(bytes, asked('a', 'b', 'c', 'd', 'e'))
    expect(kinds(outcomes)).toEqual(['read', 'refused', 'foreign', 'missing', 'missing'])
    expect(outcomes[1]).toEqual({ kind: 'refused', code: -32009, message: 'Slot 7 was skipped' })
    expect(outcomes[2]).toEqual({ kind: 'foreign', signature: signatureOf('another') })
  })

  it('reads a single answer, and applies an error without an id to every call', () => {
    expect(kinds(scanAnswer(Buffer.from(entry(0, line('a'))), asked('a')))).toEqual(['read'])
    const refusal = '{"jsonrpc":"2.0","id":null,"error":{"code":429,"message":"slow down"}}'
    expect(kinds(scanAnswer(Buffer.from(refusal), asked('a', 'b')))).toEqual(['refused', 'refused'])
  })

  it.each([
    ['a number for a list', line('b').replace(/"preBalances":\[[^\]]*\]/, '"preBalances":5')],
    ['no slot', line('b').replace('"slot":7,', '')],
    ['a fraction of a lamport', line('b').replace('"fee":5000', '"fee":5000.5')],
    ['fewer balances after', line('b').replace(/"postBalances":\[\d+,/, '"postBalances":[')],
    [
      'an account index out of range',
      line('b').replaceAll('"accountIndex":1', '"accountIndex":999'),
    ],
    [
      'more token balances than accounts',
      line('b').replace(
        /("preTokenBalances":\[)(\{.*?\}\})/,
        (_, head: string, balance: string) => `${head}${Array(257).fill(balance).join(',')}`,
      ),
    ],
    ['an amount that is no number', line('b').replace('"amount":"1"', '"amount":"one"')],
    [
      'a base64 transaction',
      line('b').replace(/"transaction":\{.*?\},"meta"/, '"transaction":["AA==","base64"],"meta"'),
    ],
  ])('refuses %s without losing its neighbors', (_, broken) => {
    expect(broken).not.toBe(line('b'))
    const bytes = answer([entry(0, line('a')), entry(1, broken), entry(2, line('c'))])
    expect(kinds(scanAnswer(bytes, asked('a', 'b', 'c')))).toEqual(['read', 'malformed', 'read'])
  })

  it('keeps the part of a truncated response that it read, and never throws', () => {
    const bytes = answer([entry(0, line('a')), entry(1, line('b'))])
    for (let length = 0; length < bytes.length; length += 7) {
      const outcomes = scanAnswer(bytes.subarray(0, length), asked('a', 'b'))
      expect(outcomes).toHaveLength(2)
      for (const { kind } of outcomes) expect(['read', 'malformed', 'missing']).toContain(kind)
    }
    expect(kinds(scanAnswer(Buffer.from('<html>502</html>'), asked('a')))).toEqual(['malformed'])
    expect(kinds(scanAnswer(Buffer.from(''), asked('a')))).toEqual(['malformed'])
  })

  it('treats a record without effects as missing', () => {
    const bare = line('a').replace(/"meta":\{.*\}\}$/, '"meta":null}')
    expect(scanTransaction(Buffer.from(bare))).toEqual({ kind: 'missing' })
  })

  it.each([
    '],',
    'x"],"meta":{"err":1}',
    '\\',
    '\\"],"postBalances":[1]',
    '"preBalances":[0,0,0]',
    'é 😀',
    '',
  ])('is not misled by the log %s', (log) => {
    const whole = JSON.parse(line('a')) as { meta: { logMessages: string[] } }
    whole.meta.logMessages = ['first', log, 'last']
    const exact = JSON.stringify(whole).replaceAll('18446744073709552000', '18446744073709551615')
    expect(read(exact).balances).toEqual(read(line('a')).balances)
    whole.meta.logMessages = [log]
    expect(read(JSON.stringify(whole)).balances).toEqual(read(line('a')).balances)
  })

  it('reads the same from spread-out JSON with keys in another order', () => {
    const whole = JSON.parse(line('a')) as object
    const turned = Object.fromEntries(Object.entries(whole).toReversed())
    expect(read(JSON.stringify(turned, null, 2)).balances).toEqual(read(line('a')).balances)
    expect(read(JSON.stringify(turned, null, 2)).instructions).toEqual(read(line('a')).instructions)
  })
})

describe('stored facts', () => {
  const facts = market.lines.map((each) => read(each))

  it('are equal after storing and reading, together or one by one', () => {
    expect(decodeFacts(encodeFacts(facts))).toEqual(facts)
    expect(facts.slice(0, 50).map((each) => decodeFacts(encodeFacts([each]))[0])).toEqual(
      facts.slice(0, 50),
    )
    expect(decodeFacts(encodeFacts([read(line('a'))]))).toEqual([read(line('a'))])
  })

  it('contain the same trades', () => {
    const stored = decodeFacts(encodeFacts(facts))
    expect(stored.map((tx) => readFlows(tx))).toEqual(facts.map((tx) => readFlows(tx)))
  })

  it('take less than 0.7 kB a transaction when stored together', () => {
    expect(encodeFacts(facts).length / facts.length).toBeLessThan(700)
  })

  it('are refused when they are cut short or of another version', () => {
    const bytes = encodeFacts(facts.slice(0, 3))
    expect(() => decodeFacts(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError)
    expect(() => decodeFacts(Uint8Array.of(99, ...bytes.subarray(1)))).toThrow('version 99')
  })
})
