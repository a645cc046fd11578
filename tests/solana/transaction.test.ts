import {
  AddressLookupTableAccount,
  PublicKey,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import bs58 from 'bs58'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeBase64Transaction,
  decodeMessage,
  decodeTransaction,
  isWritable,
  TransactionFormatError,
} from '#solana/transaction.ts'
import {
  address,
  build,
  keypair,
  transferOf,
} from '#tests/server/modules/payments/raw-transactions.ts'

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

const lookupTable = new AddressLookupTableAccount({
  key: new PublicKey(address('table')),
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 1,
    lastExtendedSlotStartIndex: 0,
    addresses: ['receiver', 'a', 'b'].map((name) => new PublicKey(address(name))),
  },
})

const unknownKey = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => new PublicKey(bytes))
/** Half of the accounts come from the table. */
const key = fc.oneof(unknownKey, fc.constantFrom(...lookupTable.state.addresses))
const instruction = fc
  .record({
    programId: unknownKey,
    keys: fc.array(
      fc.record({ pubkey: key, isSigner: fc.constant(false), isWritable: fc.boolean() }),
      { maxLength: 6 },
    ),
    data: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  })
  .map((fields) => new TransactionInstruction(fields))
const instructions = fc.array(instruction, { maxLength: 3 })

describe('decodeTransaction', () => {
  it.each(['legacy', 0] as const)(
    'agrees with web3.js on any transaction, version %s',
    (version) => {
      fc.assert(
        fc.property(instructions, (list) => {
          const bytes = bytesOf(build(list, { version, tables: [lookupTable] }).base64)
          const { signatures, message } = VersionedTransaction.deserialize(bytes)
          const decoded = decodeTransaction(bytes)
          expect(decoded.signatures).toEqual(signatures.map((each) => bs58.encode(each)))
          expect(decoded.message).toEqual({
            version,
            header: { ...message.header },
            staticKeys: message.staticAccountKeys.map(String),
            recentBlockhash: message.recentBlockhash,
            instructions: message.compiledInstructions.map((each) => ({
              programIdIndex: each.programIdIndex,
              accounts: [...each.accountKeyIndexes],
              data: Uint8Array.from(each.data),
            })),
            lookups: message.addressTableLookups.map((each) => ({
              accountKey: String(each.accountKey),
              writableIndexes: [...each.writableIndexes],
              readonlyIndexes: [...each.readonlyIndexes],
            })),
          })
          expect([...decoded.messageBytes]).toEqual([...message.serialize()])
          expect(decodeMessage(decoded.messageBytes)).toEqual(decoded.message)
          for (let index = 0; index < message.staticAccountKeys.length + 3; index += 1) {
            expect(isWritable(decoded.message, index)).toBe(message.isAccountWritable(index))
          }
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
    const { message } = decodeBase64Transaction(base64)
    expect(message.lookups).toEqual([
      { accountKey: address('table'), writableIndexes: [0], readonlyIndexes: [] },
    ])
    expect(keys[message.instructions[0]!.accounts[1]!]).toBe(address('receiver'))
  })

  it('throws only its own error on random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1300 }), (bytes) => {
        expectDecodedOrRefused(() => decodeTransaction(bytes))
        expectDecodedOrRefused(() => decodeMessage(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  it('throws only its own error on random text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expectDecodedOrRefused(() => decodeBase64Transaction(text))
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
      expect(() => decodeTransaction(bytes.subarray(0, length))).toThrow(TransactionFormatError)
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
        expectDecodedOrRefused(() => decodeTransaction(changed))
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
      'malformed',
    ],
    ['a length above 65,535', toBase64(new Uint8Array([0xff, 0xff, 0x04])), 'malformed'],
    [
      'a program that is not among the keys',
      changed(HEADER_AT + 3 + 1 + 3 * 32 + 32 + 1, 3),
      'index',
    ],
    ['a program that pays the fee', changed(HEADER_AT + 3 + 1 + 3 * 32 + 32 + 1, 0), 'index'],
    [
      'an account that is not among the keys',
      changed(HEADER_AT + 3 + 1 + 3 * 32 + 32 + 3, 200),
      'index',
    ],
    ['base64 with foreign characters', `${toBase64(bytes).slice(0, -4)}!!!!`, 'base64'],
    ['unpadded base64', 'AAA', 'base64'],
  ])('refuses %s', (_, base64, reason) => {
    expect(() => decodeBase64Transaction(base64)).toThrow(expect.objectContaining({ reason }))
  })

  it('reads several signatures in order', () => {
    const { base64, signature } = build([transferOf(address('payer'), address('receiver'), 5n)], {
      feePayer: keypair('sponsor'),
      signers: [keypair('payer')],
    })
    const { signatures, message } = decodeBase64Transaction(base64)
    expect(signatures).toHaveLength(2)
    expect(signatures[0]).toBe(signature)
    expect(message.staticKeys[0]).toBe(address('sponsor'))
  })
})

function expectDecodedOrRefused(decode: () => unknown): void {
  try {
    decode()
  } catch (error) {
    expect(error).toBeInstanceOf(TransactionFormatError)
  }
}
