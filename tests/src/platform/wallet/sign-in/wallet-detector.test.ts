import type { Wallet } from '@wallet-standard/base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWalletDetector } from '#src/platform/wallet/sign-in/wallet-detector.ts'

const ACCOUNT = {
  address: 'S',
  publicKey: new Uint8Array(32),
  chains: ['solana:mainnet'] as const,
  features: [],
}

const standard = (name: string, features: readonly string[] = ['connect', 'sign']): Wallet => ({
  version: '1.0.0',
  name,
  icon: 'data:image/svg+xml;base64,PHN2Zy8+',
  chains: ['solana:mainnet'],
  accounts: [],
  features: {
    ...(features.includes('connect')
      ? { 'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [ACCOUNT] }) } }
      : {}),
    ...(features.includes('sign')
      ? {
          'solana:signMessage': {
            version: '1.0.0',
            signMessage: async () => [{ signature: new Uint8Array([1]) }],
          },
        }
      : {}),
  },
})

const registryOf = (wallets: Wallet[]) => {
  const listeners = new Set<() => void>()
  return {
    get: () => wallets,
    on: (_event: string, listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    register: (wallet: Wallet) => {
      wallets.push(wallet)
      for (const listener of listeners) listener()
    },
    listeners,
  }
}

const injected = {
  isPhantom: true,
  connect: async () => ({ publicKey: { toString: () => 'P' } }),
  signMessage: async () => ({ signature: new Uint8Array([2]) }),
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('detecting Phantom', () => {
  it.each([
    [
      'with its flag and its namespace',
      { isPhantomInstalled: true, phantom: { solana: injected } },
      true,
    ],
    ['with its flag and the old name', { isPhantomInstalled: true, solana: injected }, true],
    [
      'not an imitator without the flag',
      { phantom: { solana: injected }, solana: injected },
      false,
    ],
    ['not the flag alone', { isPhantomInstalled: true }, false],
    [
      'not another provider',
      { isPhantomInstalled: true, solana: { ...injected, isPhantom: false } },
      false,
    ],
  ])('finds it %s', (_title, page, isFound) => {
    const { phantom } = createWalletDetector(page, registryOf([])).snapshot()
    expect(phantom !== null).toBe(isFound)
  })

  it('detects a wallet that is injected late, and stops polling without listeners', () => {
    const page: Record<string, unknown> = {}
    const detector = createWalletDetector(page, registryOf([]))
    const heard = vi.fn()
    const stop = detector.subscribe(heard)
    heard.mockClear()
    Object.assign(page, { isPhantomInstalled: true, phantom: { solana: injected } })
    vi.advanceTimersByTime(700)
    expect(heard).toHaveBeenCalledOnce()
    expect(detector.snapshot().phantom?.name).toBe('Phantom')
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('prefers the one of the Wallet Standard', async () => {
    const page = { isPhantomInstalled: true, phantom: { solana: injected } }
    const { phantom } = createWalletDetector(page, registryOf([standard('Phantom')])).snapshot()
    expect((await phantom?.connect())?.address).toBe('S')
  })

  it('connects and signs with the injected object', async () => {
    const page = { isPhantomInstalled: true, phantom: { solana: injected } }
    const connected = await createWalletDetector(page, registryOf([])).snapshot().phantom?.connect()
    expect(connected?.address).toBe('P')
    expect(await connected?.signMessage(new Uint8Array())).toEqual(new Uint8Array([2]))
  })
})

describe('detecting Wallet Standard wallets', () => {
  it('lists those that can sign a text, once each, the local one apart', () => {
    const detector = createWalletDetector(
      {},
      registryOf([
        standard('Solflare'),
        standard('Solflare'),
        standard('Viewer', ['connect']),
        standard('Local Dev Wallet'),
      ]),
    )
    const { phantom, local, others } = detector.snapshot()
    expect(phantom).toBeNull()
    expect(local?.name).toBe('Local Dev Wallet')
    expect(others.map(({ name }) => name)).toEqual(['Solflare'])
  })

  it('detects a wallet that registers later, while there are listeners', () => {
    const registry = registryOf([])
    const detector = createWalletDetector({}, registry)
    const stop = detector.subscribe(() => undefined)
    registry.register(standard('Backpack'))
    expect(detector.snapshot().others.map(({ name }) => name)).toEqual(['Backpack'])
    stop()
    expect(registry.listeners.size).toBe(0)
  })

  it('refuses one without a Solana account', async () => {
    const wallet = standard('Elsewhere')
    const features = {
      ...wallet.features,
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
    }
    const [other] = createWalletDetector({}, registryOf([{ ...wallet, features }])).snapshot()
      .others
    await expect(other?.connect()).rejects.toThrow('The wallet has no Solana account')
  })
})
