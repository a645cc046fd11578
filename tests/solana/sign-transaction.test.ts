import { Keypair, Transaction, VersionedTransaction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { createSignerFromSeed } from '#solana/keys.ts'
import { signTransaction } from '#solana/sign-transaction.ts'
import { decodeTransaction } from '#solana/transaction.ts'

const payer = Keypair.generate()
const blockhash = Keypair.generate().publicKey.toBase58()
const [program, reader, stranger] = Array.from({ length: 3 }, () =>
  Keypair.generate().publicKey.toBase58(),
) as [string, string, string]

describe('signTransaction', () => {
  it('compiles and signs to the same bytes as web3.js', () => {
    const seeds = [payer, Keypair.generate()]
    const [first, second] = seeds.map((pair) =>
      createSignerFromSeed(pair.secretKey.subarray(0, 32)),
    )
    const bytes = signTransaction({
      recentBlockhash: blockhash,
      signers: [first!, second!],
      instructions: [
        {
          programId: program,
          accounts: [
            { address: second!.address, isSigner: true, isWritable: false },
            { address: reader, isSigner: false, isWritable: false },
          ],
          data: Buffer.alloc(200, 7),
        },
        {
          programId: program,
          accounts: [{ address: reader, isSigner: false, isWritable: true }],
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
      reader,
      program,
    ])
    expect(reread.compiledInstructions.map(({ data }) => data.length)).toEqual([200, 1])
  })

  it('names the account without a signer', () => {
    const signer = createSignerFromSeed(payer.secretKey.subarray(0, 32))
    const sign = () =>
      signTransaction({
        recentBlockhash: blockhash,
        signers: [signer],
        instructions: [
          {
            programId: program,
            accounts: [{ address: stranger, isSigner: true, isWritable: false }],
            data: new Uint8Array(),
          },
        ],
      })
    expect(sign).toThrow(stranger)
  })
})
