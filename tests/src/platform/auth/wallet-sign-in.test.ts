import type { Wallet } from '@wallet-standard/base'
import { describe, expect, it } from 'vitest'
import {
  INITIAL_SIGN_IN,
  toSignInFailure,
  nextSignIn,
  runWalletSignIn,
  getSignInText,
} from '#src/platform/auth/wallet-sign-in.ts'
import type { WalletSignIn, WalletSignInEvent } from '#src/platform/auth/wallet-sign-in.ts'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'

const SESSION = {
  access_token: 'a',
  refresh_token: 'r',
  user_info: { id: 'u1', username: 'ada' },
}
const FAILURE = { title: 'Wallet login failed', message: 'x' } as const
const CANCELLED = {
  title: 'Connection cancelled',
  message: 'You cancelled the wallet connection request',
}

const STATES: Record<WalletSignIn['step'], WalletSignIn> = {
  initial: INITIAL_SIGN_IN,
  connecting: { step: 'connecting' },
  signing: { step: 'signing', address: 'A' },
  verifying: { step: 'verifying', address: 'A' },
  success: { step: 'success', address: 'A', session: SESSION },
}
const EVENTS: Record<WalletSignInEvent['type'], WalletSignInEvent> = {
  started: { type: 'started' },
  connected: { type: 'connected', address: 'A' },
  signed: { type: 'signed' },
  verified: { type: 'verified', session: SESSION },
  failed: { type: 'failed', failure: FAILURE },
}
const MOVES: Partial<Record<string, WalletSignIn['step']>> = {
  'initial started': 'connecting',
  'connecting connected': 'signing',
  'signing signed': 'verifying',
  'verifying verified': 'success',
  'initial failed': 'initial',
  'connecting failed': 'initial',
  'signing failed': 'initial',
  'verifying failed': 'initial',
}

describe('the wallet sign-in', () => {
  it('moves by its table and ignores every other event', () => {
    for (const [step, state] of Object.entries(STATES)) {
      for (const [type, event] of Object.entries(EVENTS)) {
        const expected = MOVES[`${step} ${type}`]
        const next = nextSignIn(state, event)
        if (expected === undefined) expect(next, `${step} ${type}`).toBe(state)
        else expect(next.step, `${step} ${type}`).toBe(expected)
      }
    }
  })

  it('shows what it waits for', () => {
    expect(Object.values(STATES).map(getSignInText)).toEqual([
      null,
      'Connecting...',
      'Please sign message...',
      'Verifying signature...',
      'Redirecting to dashboard...',
    ])
  })

  it.each([
    ['absent', new Error('No wallet'), 'Phantom wallet not installed or unavailable'],
    ['connect', new Error('boom'), 'Wallet login failed: boom'],
    ['challenge', new Error('boom'), 'Failed to get authentication challenge: boom'],
    ['sign', new Error('boom'), 'Signing failed: boom'],
    ['signature', new Error('boom'), 'Failed to process signature'],
    ['verify', new Error('boom'), 'Wallet login failed: boom'],
    ['verify', 'no error at all', 'Wallet login failed: Unknown error'],
  ] as const)('calls a failure at %s of %s "%s"', (stage, error, message) => {
    expect(toSignInFailure(stage, error)).toEqual({ title: 'Wallet login failed', message })
  })

  it.each([
    ['User rejected the request.'],
    ['Request was cancelled by the user'],
    [Object.assign(new Error('Nope'), { code: 4001 })],
  ])('takes "%s" as cancelled by the person', (said) => {
    const error = said instanceof Error ? said : new Error(said)
    expect(toSignInFailure('connect', error)).toEqual(CANCELLED)
    expect(toSignInFailure('sign', error)).toEqual(CANCELLED)
  })

  it.each([
    ['challenge', 'Failed to get authentication challenge: This nonce was cancelled'],
    ['verify', 'Wallet login failed: This nonce was cancelled'],
  ] as const)("takes a server's words at %s for its own", (stage, message) => {
    const error = new Error('This nonce was cancelled')
    expect(toSignInFailure(stage, error)).toEqual({ title: 'Wallet login failed', message })
  })
})

const STANDARD: Wallet = {
  version: '1.0.0',
  name: 'Test',
  icon: 'data:image/png;base64,',
  chains: [],
  features: {},
  accounts: [],
}

const signingWallet = (signature: Uint8Array, signed: string[] = []): DetectedWallet => ({
  name: 'Test',
  icon: null,
  source: { kind: 'standard', wallet: STANDARD },
  connect: () =>
    Promise.resolve({
      address: 'A',
      signMessage: (message) => {
        signed.push(new TextDecoder().decode(message))
        return Promise.resolve(signature)
      },
    }),
})

const attempt = async (wallet: DetectedWallet | null, challenge?: () => Promise<never>) => {
  const proofs: unknown[] = []
  const steps: string[] = []
  let state = INITIAL_SIGN_IN
  await runWalletSignIn({
    wallet,
    authApi: {
      challenge: challenge ?? (() => Promise.resolve({ nonce: 'n1', text: 'sign me' })),
      signInWithWallet: (proof) => {
        proofs.push(proof)
        return Promise.resolve(SESSION)
      },
    },
    dispatch: (event) => {
      state = nextSignIn(state, event)
      steps.push(state.step)
    },
  })
  return { state, steps, proofs }
}

describe('one attempt', () => {
  it('connects, signs the text of the server, and proves it with address, signature and nonce', async () => {
    const signed: string[] = []
    const { steps, proofs } = await attempt(signingWallet(new Uint8Array(64).fill(255), signed))
    expect(steps).toEqual(['connecting', 'signing', 'verifying', 'success'])
    expect(signed).toEqual(['sign me'])
    expect(proofs).toEqual([
      { wallet_address: 'A', signature: `${'/'.repeat(85)}w==`, nonce: 'n1' },
    ])
  })

  it.each([
    ['without a wallet', null, undefined, 'Phantom wallet not installed or unavailable'],
    [
      'without a challenge',
      signingWallet(new Uint8Array(64)),
      () => Promise.reject(new Error('Invalid nonce response from server')),
      'Failed to get authentication challenge: Invalid nonce response from server',
    ],
    [
      'with an empty signature',
      signingWallet(new Uint8Array(0)),
      undefined,
      'Failed to process signature',
    ],
  ])('%s ends where it began', async (_title, wallet, challenge, message) => {
    const { state, proofs } = await attempt(wallet, challenge)
    expect(state).toEqual({ step: 'initial', failure: { title: 'Wallet login failed', message } })
    expect(proofs).toEqual([])
  })
})
