// @vitest-environment node
import {
  AddressLookupTableAccount,
  Keypair,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect, it } from 'vitest'
import { TransactionFormatError } from '#solana/transaction.ts'
import { placeSignature, readTransaction } from '#src/platform/wallet/local/read-transaction.ts'

const [payer, sender, receiver] = [1, 2, 3].map(() => Keypair.generate()) as [
  Keypair,
  Keypair,
  Keypair,
]
const blockhash = Keypair.generate().publicKey.toBase58()
const addressOf = (pair: Keypair) => pair.publicKey.toBase58()
const transfer = SystemProgram.transfer({
  fromPubkey: sender.publicKey,
  toPubkey: receiver.publicKey,
  lamports: 2n ** 60n,
})

const unsigned = Uint8Array.from(
  new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash })
    .add(transfer)
    .serialize({ requireAllSignatures: false }),
)

it('lists the transfers of an unsigned transaction', () => {
  const { transfers, tokenTransfers, otherInstructions } = readTransaction(unsigned)
  const moved = { from: addressOf(sender), to: addressOf(receiver), lamports: 2n ** 60n }
  expect({ transfers, tokenTransfers, otherInstructions }).toEqual({
    transfers: [moved],
    tokenTransfers: [],
    otherInstructions: 0,
  })
})

it('puts each signature in the place of its signer', () => {
  const signatures = [payer, sender].map((pair, index) => ({
    pair,
    bytes: new Uint8Array(64).fill(index + 1),
  }))
  let bytes: Uint8Array = unsigned
  for (const { pair, bytes: signature } of signatures.toReversed()) {
    bytes = placeSignature(readTransaction(bytes), addressOf(pair), signature)
  }
  const placed = Transaction.from(bytes).signatures
  expect(placed.map(({ publicKey }) => publicKey.toBase58())).toEqual(
    [payer, sender].map(addressOf),
  )
  expect(placed.map(({ signature }) => signature?.[0])).toEqual([1, 2])
})

it('refuses to sign for an account that is not a signer', () => {
  const transaction = readTransaction(unsigned)
  expect(() => placeSignature(transaction, addressOf(receiver), new Uint8Array(64))).toThrow(
    'needs no signature',
  )
})

it('counts a transfer to an account of a lookup table as another instruction', () => {
  const table = new AddressLookupTableAccount({
    key: Keypair.generate().publicKey,
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [receiver.publicKey],
    },
  })
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [transfer],
  }).compileToV0Message([table])
  const read = readTransaction(new VersionedTransaction(message).serialize())
  expect(read).toMatchObject({ transfers: [], otherInstructions: 1 })
})

it('refuses every truncation', () => {
  for (let length = 0; length < unsigned.length; length += 1) {
    expect(() => readTransaction(unsigned.subarray(0, length))).toThrow(TransactionFormatError)
  }
})
