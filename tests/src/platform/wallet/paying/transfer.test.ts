// @vitest-environment node
import { Keypair } from '@solana/web3.js'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { createRpc } from '#src/platform/wallet/paying/rpc.ts'
import { readTokenAccounts } from '#src/platform/wallet/paying/token-accounts.ts'
import { readTransaction } from '#src/platform/wallet/local/read-transaction.ts'
import { buildTokenTransfer } from '#src/platform/wallet/paying/transfer.ts'
import { network } from '#tests/mocks/server.ts'

const address = () => Keypair.generate().publicKey.toBase58()
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

describe('buildTokenTransfer', () => {
  it.each([TOKEN, TOKEN_2022])(
    'is a transferChecked of %s that carries the reference',
    (program) => {
      const [payer, mint, destination, source, reference] = [1, 2, 3, 4, 5].map(address)
      const token = {
        mint: mint ?? '',
        raw_amount: '18446744073709551615',
        decimals: 9,
        program,
        destination: destination ?? '',
      }
      const transaction = buildTokenTransfer(
        {
          payment_id: 'p',
          order_id: 'o',
          receiver: address(),
          recentBlockhash: address(),
          reference: reference ?? '',
          token,
        },
        { payer: payer ?? '', source: source ?? '', token },
      )
      const [instruction] = transaction.instructions
      expect(
        instruction?.keys.map(({ pubkey, isSigner, isWritable }) => [
          pubkey.toBase58(),
          isSigner,
          isWritable,
        ]),
      ).toEqual([
        [source, false, true],
        [mint, false, false],
        [destination, false, true],
        [payer, true, false],
        [reference, false, false],
      ])
      const wire = transaction.serialize({ requireAllSignatures: false })
      const read = readTransaction(Uint8Array.from(wire))
      expect(read.tokenTransfers).toEqual([
        { mint, to: destination, raw: 18446744073709551615n, decimals: 9 },
      ])
      expect(read.otherInstructions).toBe(0)
      expect(read.message.staticKeys[0]).toBe(payer)
    },
  )
})

describe('readTokenAccounts', () => {
  const RPC_URL = 'http://soldesk.test/rpc'
  const serve = (result: unknown) =>
    network.use(http.post(RPC_URL, () => HttpResponse.json({ jsonrpc: '2.0', id: 1, result })))
  const account = (pubkey: string, amount: unknown) => ({
    pubkey,
    account: { data: { parsed: { info: { tokenAmount: { amount } } } } },
  })
  const read = () => readTokenAccounts(createRpc(RPC_URL), { owner: 'o', mint: 'm' })

  it('returns the largest first and omits unreadable accounts', async () => {
    serve({ value: [account('a', '5'), account('b', '70'), account('c', 7), null] })
    await expect(read()).resolves.toEqual([
      { address: 'b', raw: 70n },
      { address: 'a', raw: 5n },
    ])
  })

  it('fails on an answer that is not a list', async () => {
    serve({})
    await expect(read()).rejects.toThrow('The Solana node returned no token accounts')
  })
})
