// @vitest-environment node
import { Keypair, SendTransactionError } from '@solana/web3.js'
import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { UncertainSendError } from '#src/platform/wallet/paying/send-errors.ts'
import { sendSigned } from '#src/platform/wallet/paying/send-signed.ts'
import { buildTransfer } from '#src/platform/wallet/paying/transfer.ts'

const payer = Keypair.generate()
const key = () => Keypair.generate().publicKey.toBase58()

const signed = () => {
  const transaction = buildTransfer(
    { payment_id: 'p', order_id: 'o', receiver: key(), recentBlockhash: key() },
    { payer: payer.publicKey.toBase58(), lamports: 1n },
  )
  transaction.sign(payer)
  return transaction
}

const refusal = (transactionMessage: string) =>
  new SendTransactionError({ action: 'simulate', signature: '', transactionMessage })

/** Sends through a network with a scripted answer to each try. */
const sendThrough = async (...answers: (string | Error)[]) => {
  const slept: number[] = []
  const sent: string[] = []
  const transaction = signed()
  const sending = sendSigned(
    {
      sendRawTransaction: async (wire) => {
        sent.push(bs58.encode(Uint8Array.from(wire)))
        const answer = answers.shift() ?? new Error('unexpected')
        if (answer instanceof Error) throw answer
        return answer
      },
    },
    transaction,
    { now: () => 0, sleep: async (ms) => void slept.push(ms) },
  )
  const outcome = await sending.catch((error: unknown) => error)
  return { outcome, sent, slept, signature: bs58.encode(transaction.signature ?? new Uint8Array()) }
}

const offline = new TypeError('Failed to fetch')

describe('sendSigned', () => {
  it('returns the signature of the network', async () => {
    const { outcome, slept } = await sendThrough('signature')
    expect(outcome).toBe('signature')
    expect(slept).toEqual([])
  })

  it('resends the same bytes when there was no answer', async () => {
    const { outcome, sent } = await sendThrough(offline, 'signature')
    expect(outcome).toBe('signature')
    expect(sent).toHaveLength(2)
    expect(sent[0]).toBe(sent[1])
  })

  it('shows at once why the network refused it', async () => {
    const { outcome, sent } = await sendThrough(
      refusal('Transaction simulation failed: Blockhash not found'),
    )
    expect(outcome).toMatchObject({
      message: 'The payment request had become too old when it was signed. Please try again.',
    })
    expect(sent).toHaveLength(1)
  })

  it('does not report a refusal when an earlier attempt may have arrived', async () => {
    const { outcome, signature } = await sendThrough(
      offline,
      refusal('Transaction simulation failed: This transaction has already been processed'),
    )
    expect(outcome).toBeInstanceOf(UncertainSendError)
    expect(outcome).toMatchObject({ signature })
  })

  it('is uncertain after three tries without an answer', async () => {
    const { outcome, sent, signature } = await sendThrough(offline, offline, offline, 'too late')
    expect(outcome).toBeInstanceOf(UncertainSendError)
    expect(outcome).toMatchObject({ signature })
    expect(sent).toHaveLength(3)
  })
})
