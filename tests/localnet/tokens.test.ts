import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createDemoToken,
  deriveDemoToken,
  fund,
  grantDemoToken,
  openTokenAccount,
} from '#server/boot/chain/prepare-localnet.ts'
import { toUiTokenAmount } from '#localnet/wire.ts'
import { deriveAssociatedTokenAddress } from '#solana/program-address.ts'
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import { controlledChain, type TransactionAnswer } from './chain-client.ts'

const authoritySeed = 'a seed of this test'
const { mint } = deriveDemoToken(authoritySeed)

const other = Keypair.generate()

const client = await controlledChain()
const owner = await client.wallet()
const { rpcUrl } = client.chain
await createDemoToken({ rpcUrl, authoritySeed })
const grant = (to: Keypair, rawAmount: bigint) =>
  grantDemoToken({ rpcUrl, authoritySeed, owner: to.publicKey.toBase58(), rawAmount })
const ownerAccount = (await grant(owner, 1_000_000_000n)).account
const otherAccount = (await grant(other, 0n)).account
client.tick(1)
afterAll(() => client.chain.stop())

const meta = (address: string, isSigner = false, isWritable = false) => ({
  pubkey: new PublicKey(address),
  isSigner,
  isWritable,
})

function transferChecked(amount: bigint, program = TOKEN_PROGRAM, of = { mint, decimals: 6 }) {
  const data = Buffer.alloc(10)
  data.writeUInt8(12, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(of.decimals, 9)
  const accountOf = (who: Keypair) =>
    deriveAssociatedTokenAddress({ owner: who.publicKey.toBase58(), mint: of.mint, program })
  return new TransactionInstruction({
    programId: new PublicKey(program),
    data,
    keys: [
      meta(accountOf(owner), false, true),
      meta(of.mint),
      meta(accountOf(other), false, true),
      meta(owner.publicKey.toBase58(), true),
    ],
  })
}

describe('the demo token', () => {
  it('is computed only once', async () => {
    const again = await createDemoToken({ rpcUrl: client.chain.rpcUrl, authoritySeed })
    expect(again).toEqual({ mint, decimals: 6, program: TOKEN_PROGRAM, authority: again.authority })
    const answer = await client.call('getTokenSupply', [mint])
    expect(answer).toMatchObject({ value: toUiTokenAmount(1_000_000_000n, 6) })
  })

  it('grants the same amount twice in one slot', async () => {
    const { rpcUrl } = client.chain
    const someone = Keypair.generate().publicKey.toBase58()
    for (let round = 0; round < 2; round += 1) {
      await grantDemoToken({ rpcUrl, authoritySeed, owner: someone, rawAmount: 5n })
    }
    const account = deriveAssociatedTokenAddress({ owner: someone, mint, program: TOKEN_PROGRAM })
    const answer = await client.call('getTokenAccountBalance', [account])
    expect(answer).toMatchObject({ value: { amount: '10', uiAmountString: '0.00001' } })
  })

  it('derives another mint from another seed', () => {
    expect(deriveDemoToken('another seed').mint).not.toBe(mint)
  })
})

describe('fund', () => {
  it('makes a fresh receiver rent exempt', async () => {
    const receiver = Keypair.generate().publicKey
    await fund(client.chain.rpcUrl, receiver.toBase58(), 890_880n)
    expect(await client.balance(receiver)).toBe(890_880)
  })
})

describe('a token transfer', () => {
  let answer: TransactionAnswer
  beforeAll(async () => {
    const signature = await client.send(
      await client.signed([transferChecked(250_000_000n)], [owner]),
    )
    client.tick(1)
    answer = (await client.landed(signature, { encoding: 'jsonParsed' }))!
  })

  it('shows the token balances of both owners before and after', () => {
    const of = (list: TransactionAnswer['meta']['preTokenBalances'], who: Keypair) =>
      list.find((balance) => balance.owner === who.publicKey.toBase58())
    const { preTokenBalances, postTokenBalances } = answer.meta
    expect(of(preTokenBalances, owner)).toMatchObject({
      mint,
      programId: TOKEN_PROGRAM,
      uiTokenAmount: { amount: '1000000000', decimals: 6, uiAmount: 1000, uiAmountString: '1000' },
    })
    expect(of(preTokenBalances, other)!.uiTokenAmount).toEqual({
      amount: '0',
      decimals: 6,
      uiAmount: null,
      uiAmountString: '0',
    })
    expect(of(postTokenBalances, owner)!.uiTokenAmount.amount).toBe('750000000')
    expect(of(postTokenBalances, other)!.uiTokenAmount.amount).toBe('250000000')
  })

  it('is parsed by name', () => {
    expect(answer.transaction.message.instructions[0]).toMatchObject({
      program: 'spl-token',
      parsed: {
        type: 'transferChecked',
        info: {
          source: ownerAccount,
          destination: otherAccount,
          mint,
          authority: owner.publicKey.toBase58(),
          tokenAmount: { amount: '250000000', uiAmountString: '250' },
        },
      },
    })
  })

  it('refuses more than the account holds', async () => {
    const bytes = await client.signed([transferChecked(10n ** 12n)], [owner])
    await expect(client.send(bytes)).rejects.toThrow('custom program error: 0x1')
  })
})

describe('token reads', () => {
  it('find accounts by owner, by mint and by program', async () => {
    const find = async (filter: object) => {
      const answer = await client.call<{ value: { pubkey: string; account: { data: unknown } }[] }>(
        'getTokenAccountsByOwner',
        [other.publicKey.toBase58(), filter, { encoding: 'jsonParsed' }],
      )
      return answer.value
    }
    const [found] = await find({ mint })
    expect(found).toMatchObject({
      pubkey: otherAccount,
      account: {
        owner: TOKEN_PROGRAM,
        data: {
          program: 'spl-token',
          parsed: {
            type: 'account',
            info: {
              mint,
              owner: other.publicKey.toBase58(),
              state: 'initialized',
              isNative: false,
              tokenAmount: { amount: '250000000' },
            },
          },
        },
      },
    })
    expect(await find({ programId: TOKEN_PROGRAM })).toHaveLength(1)
    expect(await find({ programId: TOKEN_2022_PROGRAM })).toHaveLength(0)
  })

  it('rank the largest accounts of a mint', async () => {
    const { value } = await client.call<{ value: { address: string; amount: string }[] }>(
      'getTokenLargestAccounts',
      [mint],
    )
    expect(value.slice(0, 2).map(({ address, amount }) => [address, amount])).toEqual([
      [ownerAccount, '750000000'],
      [otherAccount, '250000000'],
    ])
  })

  it('find accounts by program, size and content', async () => {
    const found = await client.call<{ pubkey: string }[]>('getProgramAccounts', [
      TOKEN_PROGRAM,
      {
        encoding: 'base64',
        dataSlice: { offset: 64, length: 8 },
        filters: [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: owner.publicKey.toBase58() } }],
      },
    ])
    const amount = Buffer.alloc(8)
    amount.writeBigUInt64LE(750_000_000n)
    expect(found).toMatchObject([
      { pubkey: ownerAccount, account: { data: [amount.toString('base64'), 'base64'] } },
    ])
  })

  it('distinguish a mint from other accounts', async () => {
    const supply = (address: string) => client.reply('getTokenSupply', [address])
    expect((await supply(ownerAccount)).error?.message).toBe('Invalid param: not a Token mint')
    expect((await supply(Keypair.generate().publicKey.toBase58())).error?.message).toBe(
      'Invalid param: could not find mint',
    )
  })

  it.each([
    ['jsonParsed', { parsed: { type: 'mint', info: { decimals: 6, supply: expect.any(String) } } }],
    ['base64', [expect.any(String), 'base64']],
    ['base64+zstd', [expect.any(String), 'base64+zstd']],
    ['base58', [expect.any(String), 'base58']],
  ])('encode a mint as %s', async (encoding, data) => {
    const answer = await client.call<{ value: { data: unknown } }>('getAccountInfo', [
      mint,
      { encoding },
    ])
    expect(answer.value).toMatchObject({ data, space: 82, executable: false })
  })

  it('refuse base58 for a whole token account, as nodes do', async () => {
    const reply = await client.reply('getAccountInfo', [ownerAccount, { encoding: 'base58' }])
    expect(reply.error?.message).toContain('less than 128 bytes')
  })
})

describe('Token-2022', () => {
  it('works the same under its own program', async () => {
    const token = Keypair.generate()
    const authority = owner.publicKey.toBase58()
    const rent = await client.call<number>('getMinimumBalanceForRentExemption', [82])
    const of = { mint: token.publicKey.toBase58(), decimals: 9 }
    const holding = (who: Keypair) =>
      deriveAssociatedTokenAddress({
        owner: who.publicKey.toBase58(),
        mint: of.mint,
        program: TOKEN_2022_PROGRAM,
      })
    const program = new PublicKey(TOKEN_2022_PROGRAM)
    const create = SystemProgram.createAccount({
      fromPubkey: owner.publicKey,
      newAccountPubkey: token.publicKey,
      lamports: rent,
      space: 82,
      programId: program,
    })
    const initialize = new TransactionInstruction({
      programId: program,
      data: Buffer.concat([Buffer.from([20, 9]), owner.publicKey.toBuffer(), Buffer.from([0])]),
      keys: [meta(of.mint, false, true)],
    })
    const open = (who: Keypair) =>
      new TransactionInstruction({
        programId: new PublicKey(ASSOCIATED_TOKEN_PROGRAM),
        data: Buffer.from([1]),
        keys: [
          meta(authority, true, true),
          meta(holding(who), false, true),
          meta(who.publicKey.toBase58()),
          meta(of.mint),
          meta(SystemProgram.programId.toBase58()),
          meta(TOKEN_2022_PROGRAM),
        ],
      })
    const amount = Buffer.alloc(9)
    amount.writeUInt8(7, 0)
    amount.writeBigUInt64LE(2n ** 63n, 1)
    const mintTo = new TransactionInstruction({
      programId: program,
      data: amount,
      keys: [meta(of.mint, false, true), meta(holding(owner), false, true), meta(authority, true)],
    })
    const opened = await client.send(
      await client.signed([create, initialize, open(owner), open(other), mintTo], [owner, token]),
    )
    const moved = await client.send(
      await client.signed([transferChecked(10n, TOKEN_2022_PROGRAM, of)], [owner]),
    )
    client.tick(1)
    const { meta: made } = (await client.landed(opened, { encoding: 'jsonParsed' }))!
    expect(made.preTokenBalances).toEqual([])
    const smallestFirst = made.postTokenBalances.toSorted(
      (one, two) => Number(one.uiTokenAmount.amount) - Number(two.uiTokenAmount.amount),
    )
    expect(smallestFirst).toMatchObject([
      { programId: TOKEN_2022_PROGRAM, uiTokenAmount: { amount: '0', decimals: 9 } },
      { programId: TOKEN_2022_PROGRAM, uiTokenAmount: { amount: (2n ** 63n).toString() } },
    ])
    expect(made.innerInstructions.map(({ index }) => index)).toEqual([2, 3])
    const { meta: after } = (await client.landed(moved))!
    expect(
      after.postTokenBalances.map(({ uiTokenAmount: { amount: raw } }) => raw).toSorted(),
    ).toEqual(['10', (2n ** 63n - 10n).toString()])
    const info = await client.call('getAccountInfo', [holding(other), { encoding: 'jsonParsed' }])
    expect(info).toMatchObject({
      value: {
        data: {
          program: 'spl-token-2022',
          parsed: { info: { extensions: [{ extension: 'immutableOwner' }] } },
        },
      },
    })
    const { rpcUrl } = client.chain
    const newcomer = Keypair.generate().publicKey.toBase58()
    const account = deriveAssociatedTokenAddress({
      owner: newcomer,
      mint: of.mint,
      program: TOKEN_2022_PROGRAM,
    })
    const wanted = { owner: newcomer, mint: of.mint, program: TOKEN_2022_PROGRAM }
    const first = await openTokenAccount({ rpcUrl, authoritySeed, ...wanted })
    expect(first).toEqual({ account, signature: expect.any(String) })
    expect(await client.call('getTokenAccountBalance', [account])).toMatchObject({
      value: { amount: '0' },
    })
    const again = await openTokenAccount({ rpcUrl, authoritySeed, ...wanted })
    expect(again).toEqual({ account, signature: null })
  })
})

describe('toUiTokenAmount', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [1_500_000n, 6, '1.5'],
    [250_000_000n, 6, '250'],
    [42n, 0, '42'],
    [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
  ])('writes %s with %i decimals as %s', (amount, decimals, text) => {
    expect(toUiTokenAmount(amount, decimals)).toMatchObject({
      amount: amount.toString(),
      uiAmountString: text,
    })
  })
})
