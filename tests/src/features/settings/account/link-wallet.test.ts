import { describe, expect, it } from 'vitest'
import {
  describeLinkProblem,
  signWalletLink,
  type WalletLink,
} from '#src/features/settings/account/link-wallet.ts'
import { texts } from '#src/features/settings/texts.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import type { DetectedWallet } from '#src/platform/wallet/wallet.ts'

const ADDRESS = 'So11111111111111111111111111111111111111112'

type Failing = Partial<Record<'connect' | 'sign' | 'challenge', Error>>

const fail = (error: Error | undefined) => {
  if (error !== undefined) throw error
}

const run = async (failing: Failing = {}, linked: readonly string[] = []) => {
  const shown: WalletLink[] = []
  const wallet: DetectedWallet = {
    name: 'Backpack',
    icon: null,
    source: { kind: 'injected', provider: {} as never },
    connect: async () => {
      fail(failing.connect)
      return {
        address: ADDRESS,
        signMessage: async (message) => {
          fail(failing.sign)
          return Uint8Array.from([...message].toReversed())
        },
      }
    },
  }
  await signWalletLink({
    wallet,
    linked,
    challenge: async () => {
      fail(failing.challenge)
      return { nonce: 'n1', text: 'abc' }
    },
    show: (state) => shown.push(state),
  })
  return { shown, last: shown.at(-1) }
}

const refused = (code: string, message: string) =>
  new HttpError({ status: 409, body: { code, message }, tried: 'POST /auth/wallets' })

describe('linking a wallet', () => {
  it('connects and signs the text of the challenge', async () => {
    const { shown, last } = await run()
    expect(shown.map(({ step }) => step)).toEqual(['connecting', 'signing', 'signed'])
    const proof = { wallet_address: ADDRESS, signature: btoa('cba'), nonce: 'n1' }
    expect(last).toEqual({ step: 'signed', proof })
  })

  it('does not ask a linked wallet for a signature', async () => {
    const { shown, last } = await run({}, [ADDRESS])
    expect(shown.map(({ step }) => step)).toEqual(['connecting', 'failed'])
    expect(last).toEqual({ step: 'failed', message: texts.wallets.already })
  })

  it.each([
    ['connect', new Error('User rejected the request.'), texts.wallets.cancelled],
    ['sign', Object.assign(new Error('nope'), { code: 4001 }), texts.wallets.cancelled],
    ['sign', new Error('Locked'), texts.wallets.failed('Locked')],
    ['challenge', new Error('Offline'), texts.wallets.failed('Offline')],
  ] as const)('that fails at %s says why', async (stage, error, message) => {
    expect((await run({ [stage]: error })).last).toEqual({ step: 'failed', message })
  })

  it.each([
    [refused('WALLET_ALREADY_LINKED', 'Taken'), texts.wallets.conflict],
    [refused('INVALID_NONCE', 'Rejected: too old'), texts.wallets.failed('Rejected: too old')],
  ] as const)('that the server refuses says why', (error, message) => {
    expect(describeLinkProblem(error)).toBe(message)
  })
})
