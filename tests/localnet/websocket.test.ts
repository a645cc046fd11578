import { Keypair } from '@solana/web3.js'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createDemoToken, grantDemoToken } from '#server/boot/chain/prepare-localnet.ts'
import { controlledChain } from './chain-client.ts'

type Message = {
  id?: number
  result?: unknown
  error?: { code: number }
  method?: string
  params?: { subscription: number; result: { context: { slot: number }; value: unknown } }
}

const client = await controlledChain()
const payer = await client.wallet()
afterAll(() => client.chain.stop())

/** A connection whose messages are awaited one after the other. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  const messages: Message[] = []
  let wake: (() => void) | undefined
  socket.on('message', (raw: Buffer) => {
    messages.push(JSON.parse(raw.toString()) as Message)
    wake?.()
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const next = async (): Promise<Message> => {
    if (messages.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return messages.shift()!
  }
  const call = async (method: string, params: unknown[]) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    return next()
  }
  return { call, next, send: (text: string) => socket.send(text), close: () => socket.close() }
}

const websocketPorts = () => [
  ['one above', client.chain.wsUrl],
  ['of the RPC itself', client.chain.rpcUrl.replace('http', 'ws')],
]

/** The warp wakes subscriptions whose moment came with the standing clock. */
const reach = (slots: number) => client.call('chain_warp', [{ slots }])

describe('subscriptions', () => {
  it('are served on both ports', async () => {
    for (const [, url] of websocketPorts()) {
      const socket = await connect(url!)
      const address = payer.publicKey.toBase58()
      const { result } = await socket.call('accountSubscribe', [address, { encoding: 'base64' }])
      expect(result).toEqual(expect.any(Number))
      expect(await socket.call('accountUnsubscribe', [result])).toMatchObject({ result: true })
      socket.close()
    }
  })

  it('notify of a signature once, at its commitment', async () => {
    const socket = await connect(client.chain.wsUrl)
    const receiver = Keypair.generate()
    const signature = await client.transfer(payer, receiver, 1_000_000)
    const { result: id } = await socket.call('signatureSubscribe', [
      signature,
      { commitment: 'finalized' },
    ])
    const { result: processed } = await socket.call('signatureSubscribe', [
      signature,
      { commitment: 'processed' },
    ])
    expect(await socket.next()).toMatchObject({ params: { subscription: processed } })
    await reach(31)
    await reach(1)
    expect(await socket.next()).toMatchObject({
      method: 'signatureNotification',
      params: { subscription: id, result: { value: { err: null } } },
    })
    expect(await socket.call('signatureUnsubscribe', [id])).toMatchObject({ result: false })
    socket.close()
  })

  it('notify of accounts, logs and programs in later transactions', async () => {
    const socket = await connect(client.chain.wsUrl)
    const receiver = Keypair.generate()
    const address = receiver.publicKey.toBase58()
    const options = { commitment: 'confirmed', encoding: 'base64' }
    const ids = [
      await socket.call('accountSubscribe', [address, options]),
      await socket.call('logsSubscribe', [{ mentions: [address] }, options]),
      await socket.call('logsSubscribe', ['all', options]),
      await socket.call('programSubscribe', ['11111111111111111111111111111111', options]),
      await socket.call('accountSubscribe', [Keypair.generate().publicKey.toBase58(), options]),
    ].map(({ result }) => result)
    const signature = await client.transfer(payer, receiver, 2_000_000)
    await reach(1)
    const notices = [
      await socket.next(),
      await socket.next(),
      await socket.next(),
      await socket.next(),
    ]
    expect(notices.map(({ params }) => params!.subscription)).toEqual(ids.slice(0, 4))
    expect(notices.map(({ method }) => method)).toEqual([
      'accountNotification',
      'logsNotification',
      'logsNotification',
      'programNotification',
    ])
    expect(notices[0]!.params!.result.value).toMatchObject({ lamports: 2_000_000 })
    expect(notices[1]!.params!.result.value).toMatchObject({ signature, err: null })
    socket.close()
  })

  it('send an account too large for base58 as base64', async () => {
    const { rpcUrl } = client.chain
    const owner = payer.publicKey.toBase58()
    const grant = (rawAmount: bigint) =>
      grantDemoToken({ rpcUrl, authoritySeed: 'websocket', owner, rawAmount })
    await createDemoToken({ rpcUrl, authoritySeed: 'websocket' })
    const { account } = await grant(0n)
    const socket = await connect(client.chain.wsUrl)
    await socket.call('accountSubscribe', [account, { commitment: 'processed' }])
    await grant(5n)
    expect((await socket.next()).params!.result.value).toMatchObject({
      space: 165,
      data: [expect.any(String), 'base64'],
    })
    socket.close()
  })

  it('notify of slots', async () => {
    const socket = await connect(client.chain.wsUrl)
    await socket.call('slotSubscribe', [])
    const slot = (await reach(5)) as number
    expect(await socket.next()).toMatchObject({
      method: 'slotNotification',
      params: { result: { slot, parent: slot - 1, root: slot - 32 } },
    })
    socket.close()
  })

  it.each([
    ['an unknown kind', 'voteSubscribe', [], -32601],
    ['another method', 'getSlot', [], -32601],
    ['a bad address', 'accountSubscribe', ['x'], -32602],
    ['a bad signature', 'signatureSubscribe', ['x'], -32602],
    ['a stranger’s subscription', 'slotUnsubscribe', [987_654], -32602],
  ])('refuse %s', async (_name, method, params, code) => {
    const socket = await connect(client.chain.wsUrl)
    expect((await socket.call(method, params)).error?.code).toBe(code)
    socket.close()
  })

  it('ignore pings and noise', async () => {
    const socket = await connect(client.chain.wsUrl)
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'ping' }))
    socket.send('noise')
    socket.send('null')
    expect(await socket.call('slotSubscribe', [])).toMatchObject({ id: 1 })
    socket.close()
  })
})
