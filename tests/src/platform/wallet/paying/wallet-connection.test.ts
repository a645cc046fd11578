// @vitest-environment node
import { Keypair, PublicKey, Transaction } from '@solana/web3.js'
import { PhantomWalletAdapter } from '@solana/wallet-adapter-phantom'
import type { Adapter } from '@solana/wallet-adapter-base'
import {
  isWalletAdapterCompatibleWallet,
  StandardWalletAdapter,
} from '@solana/wallet-standard-wallet-adapter-base'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'

import type { TextStorage } from '#src/lib/storage/storage.ts'
import { approvals } from '#src/platform/wallet/local/approvals.ts'
import { openLocalOwner } from '#src/platform/wallet/local/local-owner.ts'
import { createLocalWallet } from '#src/platform/wallet/local/local-wallet.ts'
import { createPayingWallet, type PayingWallet } from '#src/platform/wallet/paying/paying-wallet.ts'
import { ProxiedConnection } from '#src/platform/wallet/paying/proxied-connection.ts'
import { buildTransfer } from '#src/platform/wallet/paying/transfer.ts'
import { createWalletConnection } from '#src/platform/wallet/paying/wallet-connection.ts'
import { network } from '#tests/mocks/server.ts'

const RPC_URL = 'http://soldesk.test/rpc'
const RECEIVER = Keypair.generate().publicKey.toBase58()
const REFERENCE = Keypair.generate().publicKey.toBase58()
const BLOCKHASH = Keypair.generate().publicKey.toBase58()

/** A chain that remembers what it was asked, and whose purse starts empty. */
const serveChain = () => {
  const asked: { method: string; params: unknown[] }[] = []
  network.use(
    http.post(RPC_URL, async ({ request }) => {
      const call = (await request.json()) as {
        id: unknown
        method: string
        params: unknown[]
      }
      asked.push(call)
      const results: Record<string, unknown> = {
        getBalance: { context: { slot: 1 }, value: 0 },
        requestAirdrop: 'airdrop',
        sendTransaction: 'sent',
      }
      return HttpResponse.json({ jsonrpc: '2.0', id: call.id, result: results[call.method] })
    }),
  )
  return asked
}

/** The connection over adapters that are there, on a network. */
const connectionOf = (adapters: readonly Adapter[], name = 'localnet') =>
  createWalletConnection({
    storage,
    wallets: createStore(() => ({ list: adapters.map((adapter) => walletOf(adapter, name)) })),
  })

const walletOf = (adapter: Adapter, name = 'localnet') => {
  const chain = { network: name, connection: new ProxiedConnection(RPC_URL, name) }
  return createPayingWallet(adapter, () => chain)
}

/** A browser's storage, without the browser. */
const kept = new Map<string, string>()
const storage: TextStorage = {
  get: (key) => kept.get(key) ?? null,
  set: (key, value) => void kept.set(key, value),
  remove: (key) => void kept.delete(key),
  keys: () => [...kept.keys()],
  onForeignChange: () => () => undefined,
}

const openLocal = async () => {
  const key = await openLocalOwner(storage, RPC_URL)
  const wallet = createLocalWallet(() => Promise.resolve(key))
  if (!isWalletAdapterCompatibleWallet(wallet)) throw new Error('not a wallet that pays')
  const adapter = new StandardWalletAdapter({ wallet })
  return { key, adapter, connection: connectionOf([adapter]) }
}

const decideNext = async (isApproved: boolean) => {
  await expect.poll(() => approvals.getState().pending.length).toBe(1)
  const [question] = approvals.getState().pending
  question?.decide(isApproved)
  return question
}

const DISCONNECTED = { status: 'disconnected', address: null, error: null }

const REQUEST = {
  payment_id: 'p',
  order_id: 'o',
  receiver: RECEIVER,
  recentBlockhash: BLOCKHASH,
  reference: REFERENCE,
}

beforeEach(() => {
  kept.clear()
  approvals.setState({ pending: [] })
  // The adapters look for a browser; web3.js wants the byte arrays of the machine, which jsdom does not have.
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { readyState: 'complete' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the wallet that pays', () => {
  it('connects, fills an empty purse, and is remembered', async () => {
    const asked = serveChain()
    const { connection, key } = await openLocal()
    await connection.connect()
    expect(connection.store.getState()).toEqual({
      status: 'connected',
      address: key.address,
      error: null,
    })
    expect(asked.map(({ method }) => method)).toEqual(['getBalance', 'requestAirdrop'])
    expect(storage.get('wallet_address')).toBe(key.address)
  })

  it('is restored on the next page, with the same address, until it is disconnected', async () => {
    serveChain()
    const first = await openLocal()
    await first.connection.connect()
    const second = await openLocal()
    const stop = second.connection.startRestoring()
    await expect
      .poll(() => second.connection.store.getState())
      .toMatchObject({ status: 'connected', address: first.key.address })
    stop()
    await second.connection.disconnect()
    expect(second.connection.store.getState().status).toBe('disconnected')
    expect(storage.get('wallet_address')).toBeNull()
    const third = await openLocal()
    third.connection.startRestoring()()
    expect(third.connection.store.getState().status).toBe('disconnected')
  })

  it('shows the transaction, signs it and sends it on a local chain', async () => {
    const asked = serveChain()
    const { connection, key } = await openLocal()
    await connection.connect()
    const transfer = buildTransfer(REQUEST, { payer: key.address, lamports: 500_000_000n })
    const sending = connection.pay(transfer)
    const question = await decideNext(true)
    expect(question?.text).toBe(`Send 0.5 SOL\nto ${RECEIVER}`)
    await expect(sending).resolves.toBe('sent')
    const sent = asked.find(({ method }) => method === 'sendTransaction')
    const wire = Buffer.from(String(sent?.params[0]), 'base64')
    const transaction = Transaction.from(wire)
    expect(transaction.verifySignatures()).toBe(true)
    expect(transaction.recentBlockhash).toBe(BLOCKHASH)
    const [instruction] = transaction.instructions
    expect(instruction?.keys.at(-1)).toEqual({
      pubkey: new PublicKey(REFERENCE),
      isSigner: false,
      isWritable: false,
    })
  })

  it('sends nothing when its owner declines', async () => {
    const asked = serveChain()
    const { connection, key } = await openLocal()
    await connection.connect()
    const transfer = buildTransfer(REQUEST, { payer: key.address, lamports: 1n })
    const sending = connection.pay(transfer)
    const refusal = expect(sending).rejects.toThrow('User rejected the request.')
    await decideNext(false)
    await refusal
    expect(asked.map(({ method }) => method)).not.toContain('sendTransaction')
  })

  it('waits for a wallet that registers after the page has opened', async () => {
    serveChain()
    const { key, adapter } = await openLocal()
    const wallets = createStore<{ list: readonly PayingWallet[] }>(() => ({ list: [] }))
    const connection = createWalletConnection({ storage, wallets })
    const connecting = connection.connect()
    expect(connection.store.getState()).toMatchObject({ status: 'connecting', error: null })
    wallets.setState({ list: [] })
    wallets.setState({ list: [walletOf(adapter)] })
    await connecting
    expect(connection.store.getState()).toMatchObject({ status: 'connected', address: key.address })
  })

  it('names the missing wallet', async () => {
    vi.useFakeTimers()
    const connection = connectionOf([])
    expect(connection.isAvailable()).toBe(false)
    const connecting = connection.connect()
    await vi.advanceTimersByTimeAsync(2000)
    await connecting
    expect(connection.store.getState().error).toBe(
      'Phantom wallet not detected, please install Phantom wallet extension',
    )
  })
})

describe('an injected Phantom that pays', () => {
  const mine = Keypair.generate()
  const other = Keypair.generate()
  const key = mine.publicKey

  const inject = (overrides: object = {}, chain = 'localnet') => {
    const solana = {
      isPhantom: true,
      isConnected: false,
      publicKey: null as PublicKey | null,
      connect: (options?: { onlyIfTrusted: boolean }) => {
        if (options?.onlyIfTrusted === true) return Promise.reject(new Error('not trusted'))
        solana.publicKey ??= key
        solana.isConnected = true
        return Promise.resolve({ publicKey: solana.publicKey })
      },
      disconnect: () => Promise.resolve(),
      signAndSendTransaction: () => Promise.resolve({ signature: 'by the wallet' }),
      signTransaction: (transaction: Transaction) => {
        transaction.partialSign(mine)
        return Promise.resolve(transaction)
      },
      on: () => undefined,
      off: () => undefined,
      ...overrides,
    }
    Object.assign(window, { isPhantomInstalled: true, phantom: { solana } })
    return { solana, connection: connectionOf([new PhantomWalletAdapter()], chain) }
  }
  const transfer = () => buildTransfer(REQUEST, { payer: key.toBase58(), lamports: 1n })

  it('sends over its own connection except on a local chain', async () => {
    const asked = serveChain()
    const far = inject({}, 'mainnet-beta').connection
    await far.connect()
    await expect(far.pay(transfer())).resolves.toBe('by the wallet')
    expect(asked).toEqual([])
    const near = inject().connection
    await near.connect()
    await expect(near.pay(transfer())).resolves.toBe('sent')
    expect(asked.map(({ method }) => method)).toEqual(['sendTransaction'])
  })

  it('stays connected on an untrusted page, and is asked when it has to sign', async () => {
    serveChain()
    await inject().connection.connect()
    const asks: boolean[] = []
    const { connection, solana } = inject()
    const { connect } = solana
    solana.connect = (options) => {
      if (options?.onlyIfTrusted !== true) asks.push(true)
      return connect(options)
    }
    const stop = connection.startRestoring()
    expect(connection.store.getState()).toMatchObject({
      status: 'connected',
      address: key.toBase58(),
    })
    stop()
    expect(asks).toEqual([])
    await connection.pay(transfer())
    expect(asks).toEqual([true])
  })

  it('signs nothing with another account than the one that was shown', async () => {
    await inject().connection.connect()
    const { connection } = inject({ publicKey: other.publicKey })
    await expect(connection.pay(transfer())).rejects.toThrow('The wallet shows another account now')
    expect(connection.store.getState().address).toBe(key.toBase58())
  })

  it('sends through a wallet that only signs and sends at once', async () => {
    const asked = serveChain()
    const { connection } = inject({ signTransaction: undefined })
    await connection.connect()
    await expect(connection.pay(transfer())).resolves.toBe('by the wallet')
    expect(asked).toEqual([])
  })

  it('pays only with the wallet of the session', async () => {
    serveChain()
    await inject().connection.connect()
    const { connection } = await openLocal()
    expect(connection.isAvailable()).toBe(false)
    await expect(connection.pay(transfer())).rejects.toThrow('Phantom wallet not detected')
    expect(approvals.getState().pending).toEqual([])
    expect(connection.store.getState().address).toBe(key.toBase58())
  })

  it('forgets the wallet and reports that it did not disconnect', async () => {
    const { connection } = inject({ disconnect: () => Promise.reject(new Error('busy')) })
    await connection.connect()
    await expect(connection.disconnect()).rejects.toThrow('busy')
    expect(connection.store.getState().status).toBe('disconnected')
  })

  it('shows why it did not connect', async () => {
    const { connection } = inject({ connect: () => Promise.reject(new Error('Locked')) })
    await connection.connect()
    expect(connection.store.getState()).toMatchObject({
      status: 'disconnected',
      error: 'Failed to connect wallet: Locked',
    })
  })

  it('does not connect, nor ask, nor say why, after a sign-out meanwhile', async () => {
    const asked = vi.fn<() => Promise<unknown>>()
    for (const isApproved of [true, false]) {
      const answer = Promise.withResolvers<unknown>()
      asked.mockReset().mockReturnValue(answer.promise)
      const { connection } = inject({ connect: asked })
      const connecting = connection.connect()
      await expect.poll(() => asked.mock.calls.length).toBe(1)
      connection.forget()
      if (isApproved) answer.resolve({ publicKey: key })
      else answer.reject(new Error('No'))
      await connecting
      expect(connection.store.getState()).toEqual(DISCONNECTED)
      expect(storage.get('wallet_address')).toBeNull()
    }
    const wallets = createStore<{ list: readonly PayingWallet[] }>(() => ({ list: [] }))
    const connection = createWalletConnection({ storage, wallets })
    const connecting = connection.connect()
    connection.forget()
    asked.mockClear()
    wallets.setState({ list: [walletOf(new PhantomWalletAdapter())] })
    await connecting
    expect(connection.store.getState()).toEqual(DISCONNECTED)
    expect(asked).not.toHaveBeenCalled()
  })

  it('follows another account and forgets the wallet when it leaves', async () => {
    const listeners = new Map<string, (account: unknown) => void>()
    const { connection } = inject({
      on: (event: string, listener: (account: unknown) => void) => listeners.set(event, listener),
    })
    await connection.connect()
    listeners.get('accountChanged')?.(other.publicKey)
    expect(connection.store.getState().address).toBe(other.publicKey.toBase58())
    listeners.get('disconnect')?.(null)
    expect(connection.store.getState().status).toBe('disconnected')
    expect(storage.get('wallet_address')).toBeNull()
  })
})
