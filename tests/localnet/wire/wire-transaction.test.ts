import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signTransaction } from '#localnet/wire/wire-encode.ts'
import {
  WireFormatError,
  decodeMessage,
  decodeTransaction,
  isWritable,
} from '#localnet/wire/wire-transaction.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { signerFromSeed } from '#solana/keys.ts'

const payer = Keypair.generate()
const blockhash = Keypair.generate().publicKey.toBase58()

const keyPool = Array.from({ length: 12 }, () => Keypair.generate().publicKey)
const instructions = fc.array(
  fc.record({
    program: fc.constantFrom(...keyPool.slice(0, 3)),
    accounts: fc.array(
      fc.record({ key: fc.constantFrom(...keyPool.slice(3)), isWritable: fc.boolean() }),
      { maxLength: 8 },
    ),
    data: fc.uint8Array({ maxLength: 200 }),
  }),
  { minLength: 1, maxLength: 4 },
)

const table = new AddressLookupTableAccount({
  key: Keypair.generate().publicKey,
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: keyPool.slice(6),
  },
})

const messageOf = (list: readonly TransactionInstruction[]) =>
  new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [...list],
  })

describe('decodeTransaction', () => {
  it('reads what web3.js writes, legacy and version 0 with lookup tables', () => {
    fc.assert(
      fc.property(instructions, fc.boolean(), (list, isLegacy) => {
        const built = list.map(
          ({ program, accounts, data }) =>
            new TransactionInstruction({
              programId: program,
              keys: accounts.map(({ key, isWritable }) => ({
                pubkey: key,
                isSigner: false,
                isWritable,
              })),
              data: Buffer.from(data),
            }),
        )
        const message = isLegacy
          ? messageOf(built).compileToLegacyMessage()
          : messageOf(built).compileToV0Message([table])
        const transaction = new VersionedTransaction(message)
        transaction.sign([payer])

        const decoded = decodeTransaction(transaction.serialize())
        expect(decoded.signatures).toEqual(transaction.signatures.map((each) => encodeBase58(each)))
        expect(decoded.message).toEqual({
          version: transaction.version,
          header: { ...message.header },
          staticKeys: message.staticAccountKeys.map((key) => key.toBase58()),
          recentBlockhash: blockhash,
          instructions: message.compiledInstructions.map((each) => ({
            programIdIndex: each.programIdIndex,
            accounts: [...each.accountKeyIndexes],
            data: Uint8Array.from(each.data),
          })),
          lookups: message.addressTableLookups.map((each) => ({
            accountKey: each.accountKey.toBase58(),
            writableIndexes: [...each.writableIndexes],
            readonlyIndexes: [...each.readonlyIndexes],
          })),
        })
        const loadedWritable = message.addressTableLookups.flatMap((each) => each.writableIndexes)
        const keyCount =
          message.staticAccountKeys.length +
          message.addressTableLookups.flatMap((each) => [
            ...each.writableIndexes,
            ...each.readonlyIndexes,
          ]).length
        for (let index = 0; index < keyCount; index += 1) {
          expect(isWritable(decoded.message, loadedWritable.length, index)).toBe(
            message.isAccountWritable(index),
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('refuses every truncation and every added byte', () => {
    const transfer = SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: new PublicKey(blockhash),
      lamports: 1,
    })
    const transaction = new VersionedTransaction(messageOf([transfer]).compileToV0Message())
    transaction.sign([payer])
    const bytes = transaction.serialize()
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decodeTransaction(bytes.subarray(0, length))).toThrow(WireFormatError)
    }
    expect(() => decodeTransaction(Buffer.concat([bytes, Buffer.alloc(1)]))).toThrow(
      WireFormatError,
    )
  })

  it('never fails on noise in another way than by its own error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
        for (const decode of [decodeTransaction, decodeMessage]) {
          try {
            decode(noise)
          } catch (error) {
            expect(error).toBeInstanceOf(WireFormatError)
          }
        }
      }),
    )
  })

  it.each([
    ['an account index beyond the keys', 4],
    ['a program that is the fee payer', 3],
  ])('refuses %s', (_name, which) => {
    const transfer = SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: new PublicKey(blockhash),
      lamports: 1,
    })
    const message = messageOf([transfer]).compileToLegacyMessage()
    const compiled = message.instructions[0]!
    if (which === 4) compiled.accounts[1] = 9
    else compiled.programIdIndex = 0
    const transaction = new VersionedTransaction(message)
    expect(() => decodeTransaction(transaction.serialize())).toThrow('sanitize')
  })
})

describe('signTransaction', () => {
  it('compiles and signs to the same bytes as web3.js', () => {
    const seeds = [payer, Keypair.generate()]
    const [first, second] = seeds.map((pair) => signerFromSeed(pair.secretKey.subarray(0, 32)))
    const reader = keyPool[4]!
    const program = keyPool[0]!
    const bytes = signTransaction({
      recentBlockhash: blockhash,
      signers: [first!, second!],
      instructions: [
        {
          programId: program.toBase58(),
          accounts: [
            { address: second!.address, isSigner: true, isWritable: false },
            { address: reader.toBase58(), isSigner: false, isWritable: false },
          ],
          data: Buffer.alloc(200, 7),
        },
        {
          programId: program.toBase58(),
          accounts: [{ address: reader.toBase58(), isSigner: false, isWritable: true }],
          data: Buffer.from([1]),
        },
      ],
    })
    const decoded = decodeTransaction(bytes)
    expect(decoded.message.header).toEqual({
      numRequiredSignatures: 2,
      numReadonlySignedAccounts: 1,
      numReadonlyUnsignedAccounts: 1,
    })
    expect(Transaction.from(bytes).verifySignatures()).toBe(true)
    const reread = VersionedTransaction.deserialize(bytes).message
    expect(reread.staticAccountKeys.map((key) => key.toBase58())).toEqual([
      first!.address,
      second!.address,
      reader.toBase58(),
      program.toBase58(),
    ])
    expect(reread.compiledInstructions.map(({ data }) => data.length)).toEqual([200, 1])
  })

  it('names the account that nobody signs for', () => {
    const signer = signerFromSeed(payer.secretKey.subarray(0, 32))
    const stranger = keyPool[5]!.toBase58()
    const sign = () =>
      signTransaction({
        recentBlockhash: blockhash,
        signers: [signer],
        instructions: [
          {
            programId: keyPool[0]!.toBase58(),
            accounts: [{ address: stranger, isSigner: true, isWritable: false }],
            data: new Uint8Array(),
          },
        ],
      })
    expect(sign).toThrow(stranger)
  })
})
