import { expect, it } from 'vitest'
import { parseExactJson, writeExactJson } from '#solana/exact-json.ts'

it.each([
  '{"rentEpoch":18446744073709551615,"lamports":5}',
  '[9007199254740993,-9007199254740993,1.5,"9007199254740993",null,true]',
  '{"text":"a: 12345678901234567890"}',
])('writes %s as it was read', (text) => {
  expect(writeExactJson(parseExactJson(text))).toBe(text)
})
