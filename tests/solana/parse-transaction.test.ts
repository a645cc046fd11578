import {
  AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TransactionFormatError } from '#solana/byte-reader.ts'
import { parseTransaction } from '#solana/parse-transaction.ts'
import {
  address,
  build,
  keypair,
  transferOf,
} from '#tests/server/modules/payments/raw-transactions.ts'

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes))
const instruction = fc
  .record({
    programId: key,
    keys: fc.array(
      fc.record({ pubkey: key, isSigner: fc.constant(false), isWritable: fc.boolean() }),
      { maxLength: 6 },
    ),
    data: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  })
  .map((fields) => new TransactionInstruction(fields))
const instructions = fc.array(instruction, { maxLength: 3 })

const lookupTable = new AddressLookupTableAccount({
  key: new PublicKey(address('table')),
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 1,
    lastExtendedSlotStartIndex: 0,
    addresses: ['receiver', 'a', 'b'].map((name) => new PublicKey(address(name))),
  },
})

describe('parseTransaction', () => {
  it.each(['legacy', 0] as const)(
    'agrees with web3.js on any transaction, version %s',
    (version) => {
      fc.assert(
        fc.property(instructions, (list) => {
          const { base64 } = build(list, { version })
          const { signatures, message } = VersionedTransaction.deserialize(bytesOf(base64))
          const parsed = parseTransaction(base64)
          expect(parsed.version).toBe(version)
          expect(parsed.signatures).toEqual(signatures.map((bytes) => bs58.encode(bytes)))
          expect(parsed.header).toEqual({
            requiredSignatures: message.header.numRequiredSignatures,
            readonlySigned: message.header.numReadonlySignedAccounts,
            readonlyUnsigned: message.header.numReadonlyUnsignedAccounts,
          })
          expect(parsed.staticKeys).toEqual(message.staticAccountKeys.map(String))
          expect(parsed.recentBlockhash).toBe(message.recentBlockhash)
          expect(
            parsed.instructions.map(({ data, ...rest }) => ({ ...rest, data: [...data] })),
          ).toEqual(
            message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
              programIndex: programIdIndex,
              accounts: accountKeyIndexes,
              data: [...data],
            })),
          )
          expect([...parsed.message]).toEqual([...message.serialize()])
        }),
        { numRuns: 60 },
      )
    },
  )

  it('reads the indexes into lookup tables', () => {
    const { base64, keys } = build([transferOf(address('payer'), address('receiver'), 1n)], {
      version: 0,
      tables: [lookupTable],
    })
    const parsed = parseTransaction(base64)
    expect(parsed.lookups).toEqual([{ table: address('table'), writable: [0], readonly: [] }])
    expect(keys[parsed.instructions[0]!.accounts[1]!]).toBe(address('receiver'))
  })

  it('throws only its own error on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1300 }), (bytes) => {
        expectParsedOrRefused(toBase64(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  it('throws only its own error on random text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expectParsedOrRefused(text)
      }),
    )
  })

  it('refuses every truncation of a real transaction', () => {
    const bytes = bytesOf(
      build([transferOf(address('payer'), address('receiver'), 5n, [address('reference')])], {
        version: 0,
        tables: [lookupTable],
      }).base64,
    )
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => parseTransaction(toBase64(bytes.subarray(0, length)))).toThrow(
        TransactionFormatError,
      )
    }
  })

  it('throws only its own error when a byte of a real transaction is changed', () => {
    const bytes = bytesOf(
      build([transferOf(address('payer'), address('receiver'), 5n)], {
        version: 0,
        tables: [lookupTable],
      }).base64,
    )
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), (at, value) => {
        const changed = bytes.slice()
        changed[at] = value
        expectParsedOrRefused(toBase64(changed))
      }),
      { numRuns: 2000 },
    )
  })

  const bytes = bytesOf(build([transferOf(address('payer'), address('receiver'), 5n)]).base64)
  const changed = (at: number, ...values: number[]) => {
    const copy = bytes.slice()
    copy.set(values, at)
    return toBase64(copy)
  }
  const HEADER_AT = 65
  it.each([
    ['trailing bytes', toBase64(new Uint8Array([...bytes, 0])), 'trailing bytes'],
    ['no signature at all', toBase64(new Uint8Array([0, ...bytes.subarray(65)])), 'header'],
    ['more required signatures than given', changed(HEADER_AT, 2), 'header'],
    ['no writable signer', changed(HEADER_AT + 1, 1), 'header'],
    ['more readonly keys than keys', changed(HEADER_AT + 2, 9), 'header'],
    ['an unknown message version', changed(HEADER_AT, 0x81), 'version'],
    [
      'a length written longer than needed',
      toBase64(new Uint8Array([0x81, 0, ...bytes.subarray(1)])),
      'length prefix',
    ],
    ['a length above 65,535', toBase64(new Uint8Array([0xff, 0xff, 0x04])), 'length prefix'],
    [
      'a program that is not among the keys',
      changed(HEADER_AT + 3 + 1 + 3 * 32 + 32 + 1, 3),
      'index',
    ],
    [
      'an account that is not among the keys',
      changed(HEADER_AT + 3 + 1 + 3 * 32 + 32 + 3, 200),
      'index',
    ],
    ['base64 with foreign characters', `${toBase64(bytes).slice(0, -4)}!!!!`, 'base64'],
    ['unpadded base64', 'AAA', 'base64'],
  ])('refuses %s', (_, base64, reason) => {
    expect(() => parseTransaction(base64)).toThrow(expect.objectContaining({ reason }))
  })

  it('reads several signatures in order', () => {
    const { base64, signature } = build([transferOf(address('payer'), address('receiver'), 5n)], {
      feePayer: keypair('sponsor'),
      signers: [keypair('payer')],
    })
    const parsed = parseTransaction(base64)
    expect(parsed.signatures).toHaveLength(2)
    expect(parsed.signatures[0]).toBe(signature)
    expect(parsed.staticKeys[0]).toBe(address('sponsor'))
  })
})

function expectParsedOrRefused(base64: string): void {
  try {
    parseTransaction(base64)
  } catch (error) {
    expect(error).toBeInstanceOf(TransactionFormatError)
  }
}
