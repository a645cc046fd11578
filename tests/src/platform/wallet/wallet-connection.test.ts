// @vitest-environment node
import { Keypair, PublicKey, Transaction } from '@solana/web3.js'
import type { Wallet } from '@wallet-standard/base'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'

import type { TextStorage } from '#src/lib/storage.ts'
import { approvals } from '#src/platform/wallet/approvals.ts'
import { openLocalOwner } from '#src/platform/wallet/local-owner.ts'
import { createLocalWallet } from '#src/platform/wallet/local-wallet.ts'
import { createRpc } from '#src/platform/wallet/rpc.ts'
import { buildTransfer } from '#src/platform/wallet/transfer.ts'
import { createWalletConnection } from '#src/platform/wallet/wallet-connection.ts'
import { createWalletDetector } from '#src/platform/wallet/wallet-detector.ts'
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
      const call = (await request.json()) as { method: string; params: unknown[] }
      asked.push(call)
      const results: Record<string, unknown> = {
        getBalance: { context: { slot: 1 }, value: 0 },
        requestAirdrop: 'airdrop',
        sendTransaction: 'sent',
      }
      return HttpResponse.json({ jsonrpc: '2.0', id: 1, result: results[call.method] })
    }),
  )
  return asked
}

const registryOf = (...wallets: Wallet[]) => ({ get: () => wallets, on: () => () => undefined })

/** A browser's storage, without the browser. */
const kept = new Map<string, string>()
const storage: TextStorage = {
  get: (key) => kept.get(key) ?? null,
  set: (key, value) => void kept.set(key, value),
  remove: (key) => void kept.delete(key),
  onForeignChange: () => () => undefined,
}

const openLocal = async () => {
  const rpc = createRpc(RPC_URL)
  const key = await openLocalOwner(storage, RPC_URL)
  const wallet = createLocalWallet(() => Promise.resolve(key))
  const detector = createWalletDetector({}, registryOf(wallet))
  return { rpc, key, connection: createWalletConnection({ storage, detector }) }
}

const decideNext = async (isApproved: boolean) => {
  await expect.poll(() => approvals.getState().pending.length).toBe(1)
  const [question] = approvals.getState().pending
  question?.decide(isApproved)
  return question
}

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

  it('comes back by itself on the next page, with the same address, until it is disconnected', async () => {
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

  it('shows what it signs and sends it itself on a local chain', async () => {
    const asked = serveChain()
    const { connection, key, rpc } = await openLocal()
    await connection.connect()
    const transfer = buildTransfer(REQUEST, { payer: key.address, lamports: 500_000_000n })
    const sending = connection.signAndSend(transfer, { network: 'localnet', rpc })
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

  it('sends nothing when its owner says no', async () => {
    const asked = serveChain()
    const { connection, key, rpc } = await openLocal()
    await connection.connect()
    const transfer = buildTransfer(REQUEST, { payer: key.address, lamports: 1n })
    const sending = connection.signAndSend(transfer, { network: 'localnet', rpc })
    const refusal = expect(sending).rejects.toMatchObject({
      message: 'User rejected the request.',
      code: 4001,
    })
    await decideNext(false)
    await refusal
    expect(asked.map(({ method }) => method)).not.toContain('sendTransaction')
  })

  it('says what is missing when there is no wallet', async () => {
    const detector = createWalletDetector({}, registryOf())
    const connection = createWalletConnection({ storage, detector })
    expect(connection.isAvailable()).toBe(false)
    await connection.connect()
    expect(connection.store.getState().error).toBe(
      'Phantom wallet not detected, please install Phantom wallet extension',
    )
  })
})

describe('an injected Phantom that pays', () => {
  const inject = (overrides: object = {}) => {
    const solana = {
      isPhantom: true,
      publicKey: null as { toString(): string } | null,
      connect: (options?: { onlyIfTrusted: boolean }) => {
        if (options?.onlyIfTrusted === true) return Promise.reject(new Error('not trusted'))
        solana.publicKey = { toString: () => 'P' }
        return Promise.resolve({ publicKey: solana.publicKey })
      },
      disconnect: () => Promise.resolve(),
      signAndSendTransaction: () => Promise.resolve({ signature: 'by the wallet' }),
      signTransaction: () => Promise.resolve({ serialize: () => Uint8Array.from([1, 2, 3]) }),
      on: () => undefined,
      ...overrides,
    }
    const detector = createWalletDetector(
      { isPhantomInstalled: true, phantom: { solana } },
      registryOf(),
    )
    return createWalletConnection({ storage, detector })
  }
  const transaction = { serialize: () => new Uint8Array() }

  it('sends over its own connection except on a local chain', async () => {
    const asked = serveChain()
    const rpc = createRpc(RPC_URL)
    const connection = inject()
    await connection.connect()
    await expect(
      connection.signAndSend(transaction, { network: 'mainnet-beta', rpc }),
    ).resolves.toBe('by the wallet')
    expect(asked).toEqual([])
    await expect(connection.signAndSend(transaction, { network: 'localnet', rpc })).resolves.toBe(
      'sent',
    )
    expect(asked.map(({ params }) => params[0])).toEqual(['AQID'])
  })

  it('stays connected on a page that it does not trust, and is asked when it has to sign', async () => {
    serveChain()
    await inject().connect()
    let isAsked = false
    const connection = inject({
      connect: (options?: { onlyIfTrusted: boolean }) => {
        if (options?.onlyIfTrusted === true) return Promise.reject(new Error('not trusted'))
        isAsked = true
        return Promise.resolve({ publicKey: { toString: () => 'P' } })
      },
    })
    const stop = connection.startRestoring()
    expect(connection.store.getState()).toMatchObject({ status: 'connected', address: 'P' })
    stop()
    expect(isAsked).toBe(false)
    await connection.signAndSend(transaction, { network: 'localnet', rpc: createRpc(RPC_URL) })
    expect(isAsked).toBe(true)
  })

  it('signs nothing with another account than the one that was shown', async () => {
    await inject().connect()
    const connection = inject({
      connect: () => Promise.resolve({ publicKey: { toString: () => 'Q' } }),
    })
    await expect(
      connection.signAndSend(transaction, { network: 'localnet', rpc: createRpc(RPC_URL) }),
    ).rejects.toThrow('The wallet shows another account now')
    expect(connection.store.getState().address).toBe('Q')
  })

  it('says why it did not connect', async () => {
    const connection = inject({ connect: () => Promise.reject(new Error('Locked')) })
    await connection.connect()
    expect(connection.store.getState()).toMatchObject({
      status: 'disconnected',
      error: 'Failed to connect wallet: Locked',
    })
  })

  it('follows another account and forgets the wallet when it leaves', async () => {
    const listeners = new Map<string, (account: unknown) => void>()
    const connection = inject({
      on: (event: string, listener: (account: unknown) => void) => listeners.set(event, listener),
    })
    await connection.connect()
    listeners.get('accountChanged')?.({ toString: () => 'Q' })
    expect(connection.store.getState().address).toBe('Q')
    listeners.get('disconnect')?.(null)
    expect(connection.store.getState().status).toBe('disconnected')
    expect(storage.get('wallet_address')).toBeNull()
  })
})
