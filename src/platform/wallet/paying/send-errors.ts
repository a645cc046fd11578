import { readField } from '#src/lib/read-field.ts'

/**
 * The wallet signed, but the transaction may or may not have reached the network. Another transaction could pay twice.
 */
export class UncertainSendError extends Error {
  readonly signature: string

  constructor(signature: string, cause: unknown) {
    super('The transaction may not have reached the network', { cause })
    this.name = 'UncertainSendError'
    this.signature = signature
  }
}

/** Texts for adapter errors without a message (wallet-adapter-base's errors.ts). */
const ERROR_TEXTS: Readonly<Record<string, string>> = {
  WalletNotReadyError: 'The wallet is not ready. Unlock it and try again.',
  WalletLoadError: 'We couldn’t load the wallet. Reload the page and try again.',
  WalletConfigError: 'The wallet is not set up for this network.',
  WalletConnectionError: 'The wallet did not connect.',
  WalletNotConnectedError: 'The wallet is not connected. Connect it and try again.',
  WalletDisconnectedError: 'The wallet disconnected. Connect it and try again.',
  WalletDisconnectionError: 'The wallet couldn’t disconnect.',
  WalletAccountError: 'The wallet has no Solana account for this page.',
  WalletPublicKeyError: 'The wallet’s address cannot be read.',
  WalletKeypairError: 'The wallet’s key cannot be read.',
  WalletSignMessageError: 'The wallet did not sign the message.',
  WalletSignTransactionError: 'The wallet did not sign the transaction.',
  WalletSendTransactionError:
    'The wallet did not send the transaction. Check that it is on the right network.',
  WalletTimeoutError: 'The wallet did not answer in time.',
  WalletWindowBlockedError: 'The browser blocked the wallet’s window.',
  WalletWindowClosedError: 'The wallet’s window was closed before it answered.',
}

/** Texts for the network's refusals, by a part of the message. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [
    /insufficient lamports|insufficient funds for (fee|rent)|no record of a prior credit/i,
    'The wallet does not hold enough SOL for the payment and its fee.',
  ],
  [
    /insufficient funds|custom program error: 0x1\b/i,
    'The wallet does not hold enough tokens for the payment.',
  ],
  [
    /blockhash not found|block height exceeded/i,
    'The payment request had become too old when it was signed. Please try again.',
  ],
]

/** Returns a readable message, never empty, for a failure of the wallet or the network. */
export const describeWalletError = (error: unknown): string => {
  const { name, message, logs } = readError(error)
  const text = `${logs}\n${message}`
  const refusal = REFUSALS.find(([pattern]) => pattern.test(text))
  if (refusal !== undefined) return refusal[1]
  if (message !== '' && message !== name) return message
  return ERROR_TEXTS[name] ?? 'The wallet failed without a reason.'
}

/** Wallets also throw plain objects of `{code, message}`, and strings. */
const readError = (error: unknown): { name: string; message: string; logs: string } => {
  if (typeof error === 'string') return { name: '', message: error.trim(), logs: '' }
  // web3.js wraps the network's message in advice for developers.
  const wrapped = readText(readField(error, 'transactionError'), 'message')
  const logs = readField(error, 'logs')
  return {
    name: readText(error, 'name'),
    message: wrapped === '' ? readText(error, 'message') : wrapped,
    logs: Array.isArray(logs) ? logs.join('\n') : '',
  }
}

const readText = (value: unknown, key: string): string => {
  const text = readField(value, key)
  return typeof text === 'string' ? text.trim() : ''
}
