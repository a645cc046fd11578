import { SendTransactionError, type Connection, type Transaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { systemClock } from '#src/lib/clock.ts'
import { UncertainSendError, describeWalletError } from './send-errors.ts'

/** The same bytes can land only once, so sending them again is safe. */
const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 1_000

/**
 * Sends a signed transaction. Rejects with a readable message when the network refuses it, and with UncertainSendError
 * when no attempt got an answer.
 */
export const sendSigned = async (
  connection: Pick<Connection, 'sendRawTransaction'>,
  signed: Transaction,
  clock = systemClock,
): Promise<string> => {
  if (signed.signature === null) throw new Error('The wallet returned no signature')
  const signature = bs58.encode(signed.signature)
  const wire = signed.serialize()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connection.sendRawTransaction(wire, { preflightCommitment: 'confirmed' })
    } catch (error) {
      // After an attempt without an answer, a refusal may mean that the first one arrived.
      if (error instanceof SendTransactionError && attempt === 1) {
        throw new Error(describeWalletError(error), { cause: error })
      }
      if (error instanceof SendTransactionError || attempt === MAX_ATTEMPTS) {
        throw new UncertainSendError(signature, error)
      }
    }
    await clock.sleep(RETRY_DELAY_MS)
  }
}
