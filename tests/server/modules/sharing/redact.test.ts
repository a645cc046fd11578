import { describe, expect, it } from 'vitest'
import { asksForSecret, redactSecrets } from '#server/modules/sharing/redact.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { createSignerFromText } from '#solana/keys.ts'
import { createHash } from 'node:crypto'

const seed = createHash('sha256').update('a wallet of the tests').digest()
const keypair = Buffer.concat([seed, createSignerFromText('a wallet of the tests').publicKey])
const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

describe('redactSecrets', () => {
  it.each([
    ['seed phrase', `my phrase is ${PHRASE}, keep it`],
    [
      'seed phrase',
      PHRASE.split(' ')
        .map((word, at) => `${at + 1}. ${word}`)
        .join('\n'),
    ],
    ['seed phrase', PHRASE.toUpperCase().replaceAll(' ', ', ')],
    ['private key', `here: ${encodeBase58(keypair)}`],
    ['private key', JSON.stringify([...keypair])],
    ['private key', keypair.toString('hex')],
    ['private key', `Private key: 0x${seed.toString('hex')}`],
    ['private key', `my secret key is ${encodeBase58(seed)}`],
    [
      'private key',
      '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----',
    ],
    ['API key', 'use sk-abcdefghijklmnopqrstuvwx please'],
  ])('row 33: takes out a %s', (kind, text) => {
    const { text: left, kinds } = redactSecrets(text)
    expect(kinds).toContain(kind)
    expect(left).toContain(`[${kind} removed]`)
    expect(left).not.toContain('winner')
    expect(left).not.toContain(encodeBase58(keypair))
    expect(left).not.toContain(seed.toString('hex'))
  })

  it.each([
    'What is the price of SOL, and how do I open a wallet?',
    `address ${createSignerFromText('someone').address}`,
    // A signature is as long as a key pair.
    `signature ${encodeBase58(createSignerFromText('someone').sign(Buffer.from('hello')))}`,
    `hash ${createHash('sha256').update('x').digest('hex')}`,
    'please review this list with great care about every token they own and then say which one',
    'word '.repeat(24),
    JSON.stringify(Array.from({ length: 64 }, (_, at) => at)),
  ])('leaves %j alone', (text) => {
    expect(redactSecrets(text)).toEqual({ text, kinds: [] })
  })
})

it.each([
  ['To continue, please enter your 12-word seed phrase below.', true],
  ['Send us your private key to verify the wallet', true],
  ['Your tokens are safe. Never lose your wallet.', false],
  ['Confirm the transaction in Phantom.', false],
])('row 33: knows whether %j asks for a secret', (text, isAsking) => {
  expect(asksForSecret(text)).toBe(isAsking)
})
