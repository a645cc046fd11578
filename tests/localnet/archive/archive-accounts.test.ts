import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { openArchive } from '#localnet/archive/archive.ts'
import {
  addressOf,
  recordedLine,
  recordedMainnetLines,
  SYSTEM,
  TOKEN,
  TOKEN_2022,
  tokenAmountData,
  type FixtureTransaction,
} from '#tests/support/token-fixtures.ts'

const MINT = addressOf('mint')
const ALICE = addressOf('alice')
const VAULT = addressOf('vault')
const POOL_PROGRAM = addressOf('pool program')
/** An address that no key can sign for, as pools have. */
const POOL = PublicKey.findProgramAddressSync(
  [Buffer.from('pool')],
  new PublicKey(POOL_PROGRAM),
)[0].toBase58()
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
const RENT = 2_039_280n

async function archiveOf(...transactions: FixtureTransaction[]) {
  const archive = await openArchive()
  const { rejections } = await archive.importLines(transactions.map(recordedLine))
  expect(rejections).toEqual([])
  return archive
}

const holding = (amount: bigint, given: object = {}) => ({
  mint: MINT,
  owner: ALICE,
  amount,
  ...given,
})

const held = (name: string, slot: number, account: string, amount: bigint, given: object = {}) => ({
  name,
  slot,
  keys: [
    { address: ALICE, signer: true, before: 9_000_000n, after: 8_995_000n },
    {
      address: account,
      before: RENT,
      holdsBefore: holding(0n, given),
      holdsAfter: holding(amount, given),
    },
  ],
})

describe('token accounts', () => {
  it('have the layout of 165 bytes with mint, owner and last amount', async () => {
    const archive = await archiveOf(held('new', 9, VAULT, 77n), held('old', 8, VAULT, 5n))
    const account = archive.findAccount(VAULT)
    const data = Buffer.from(account?.data ?? [])
    expect(account).toMatchObject({ lamports: RENT, owner: TOKEN, executable: false })
    expect(data).toHaveLength(165)
    expect(bs58.encode(data.subarray(0, 32))).toBe(MINT)
    expect(bs58.encode(data.subarray(32, 64))).toBe(ALICE)
    expect(data.readBigUInt64LE(64)).toBe(77n)
    expect(data[108]).toBe(1)
  })

  it('of wrapped SOL have their rent reserve', async () => {
    const wrapped = { mint: 'So11111111111111111111111111111111111111112', decimals: 9 }
    const archive = await archiveOf({
      name: 'wrap',
      keys: [
        { address: ALICE, signer: true, before: 1n, after: 1n },
        { address: VAULT, after: RENT + 500n, holdsAfter: holding(500n, wrapped) },
      ],
    })
    const data = Buffer.from(archive.findAccount(VAULT)?.data ?? [])
    expect(data.readUInt32LE(109)).toBe(1)
    expect(data.readBigUInt64LE(113)).toBe(RENT)
  })

  it('belong to Token-2022 when the recording says so', async () => {
    const archive = await archiveOf(held('t22', 1, VAULT, 5n, { program: TOKEN_2022 }))
    expect(archive.findAccount(VAULT)?.owner).toBe(TOKEN_2022)
    expect(archive.findAccount(MINT)?.owner).toBe(TOKEN_2022)
  })

  it('are gone once closed', async () => {
    const archive = await archiveOf(held('open', 1, VAULT, 5n), {
      name: 'close',
      slot: 2,
      keys: [
        { address: ALICE, signer: true, before: 1n, after: RENT },
        { address: VAULT, before: RENT, after: 0n, holdsBefore: holding(5n) },
      ],
    })
    expect(archive.findAccount(VAULT)).toBeNull()
    expect(archive.listLargestAccounts(MINT)).toEqual([])
  })

  it('without a recorded owner have no owner, but count as token accounts', async () => {
    const archive = await archiveOf({
      name: 'early',
      keys: [
        { address: ALICE, signer: true, before: 1n },
        { address: VAULT, before: RENT, holdsAfter: { mint: MINT, amount: 5n } },
      ],
    })
    expect(archive.findAccount(VAULT)).toBeNull()
    expect(archive.listLargestAccounts(MINT)).toEqual([{ address: VAULT, amount: 5n, decimals: 6 }])
  })
})

const initialize = (authority: string) =>
  bs58.encode(Buffer.concat([Buffer.from([20, 6]), bs58.decode(authority), Buffer.from([0])]))

describe('mints', () => {
  it('are derived from balances, with their sum as the supply', async () => {
    const archive = await archiveOf(held('a', 1, VAULT, 77n), held('b', 1, addressOf('other'), 3n))
    expect(archive.findTokenSupply(MINT)).toEqual({ amount: 80n, decimals: 6 })
    const account = archive.findAccount(MINT)
    const data = Buffer.from(account?.data ?? [])
    expect(account).toMatchObject({ lamports: 1_461_600n, owner: TOKEN })
    expect(data).toHaveLength(82)
    expect(data.readBigUInt64LE(36)).toBe(80n)
    expect([data[44], data[45]]).toEqual([6, 1])
    expect(archive.findTokenSupply(addressOf('no mint'))).toBeNull()
    expect(archive.listLargestAccounts(addressOf('no mint'))).toBeNull()
  })

  const creation: FixtureTransaction = {
    name: 'create',
    slot: 1,
    keys: [
      { address: ALICE, signer: true, before: 9n },
      { address: MINT, signer: true, after: 1_461_600n },
      { address: VAULT, after: RENT, holdsAfter: holding(1000n) },
      { address: TOKEN, before: 1n },
    ],
    instructions: [
      { programIdIndex: 3, accounts: [1], data: initialize(ALICE) },
      { programIdIndex: 3, accounts: [1, 2, 0], data: tokenAmountData(7, 1000n) },
    ],
  }
  const burn: FixtureTransaction = {
    name: 'burn',
    slot: 3,
    encoding: 'jsonParsed',
    keys: [
      { address: ALICE, signer: true, before: 9n },
      { address: VAULT, before: RENT, holdsBefore: holding(1000n), holdsAfter: holding(600n) },
    ],
    instructions: [
      {
        program: 'spl-token',
        programId: TOKEN,
        parsed: { type: 'burn', info: { account: VAULT, mint: MINT, amount: '400' } },
      },
    ],
  }
  const renounce: FixtureTransaction = {
    name: 'renounce',
    slot: 2,
    keys: [
      { address: ALICE, signer: true, before: 9n },
      { address: MINT, before: 1_461_600n },
      { address: TOKEN, before: 1n },
    ],
    instructions: [{ programIdIndex: 2, accounts: [1, 0], data: bs58.encode([6, 0, 0]) }],
  }

  it.each([
    ['in order', [creation, renounce, burn]],
    ['in reverse', [burn, renounce, creation]],
  ])('seen from creation have the supply issued less burnt, %s', async (_order, transactions) => {
    const archive = await archiveOf(...transactions)
    expect(archive.findTokenSupply(MINT)?.amount).toBe(600n)
    expect(Buffer.from(archive.findAccount(MINT)?.data ?? []).readUInt32LE(0)).toBe(0)
  })

  it('keep their authority until it is revoked', async () => {
    const data = Buffer.from((await archiveOf(creation)).findAccount(MINT)?.data ?? [])
    expect(data.readUInt32LE(0)).toBe(1)
    expect(bs58.encode(data.subarray(4, 36))).toBe(ALICE)
  })

  it('ignore what a failed transaction tried to issue', async () => {
    const archive = await archiveOf(creation, {
      ...creation,
      name: 'failed',
      slot: 4,
      err: 'AccountInUse',
    })
    expect(archive.findTokenSupply(MINT)?.amount).toBe(1000n)
  })

  it('list their twenty largest accounts, largest first', async () => {
    const archive = await archiveOf(
      ...Array.from({ length: 25 }, (_, nth) =>
        held(`${nth}`, nth, addressOf(`h${nth}`), BigInt(nth)),
      ),
    )
    const largest = archive.listLargestAccounts(MINT)
    expect(largest?.map(({ amount }) => amount)).toEqual(
      Array.from({ length: 20 }, (_, nth) => BigInt(24 - nth)),
    )
  })
})

const swap = (given: { after?: bigint; before?: bigint; instructions?: object[] }) => ({
  name: 'swap',
  keys: [
    { address: ALICE, signer: true, before: 50n, after: 60n },
    { address: POOL, before: given.before ?? 5_000_000n, after: given.after ?? 4_000_001n },
    { address: POOL_PROGRAM, before: 1n },
    { address: SYSTEM, before: 1n },
  ],
  instructions: given.instructions ?? [{ programIdIndex: 2, accounts: [0, 1], data: '' }],
})

describe('other accounts', () => {
  it('are wallets of the system program if they signed', async () => {
    const archive = await archiveOf(swap({}))
    expect(archive.findAccount(ALICE)).toEqual({
      lamports: 60n,
      owner: SYSTEM,
      executable: false,
      data: new Uint8Array(),
    })
  })

  it('belong to the program that took lamports without their signature', async () => {
    expect((await archiveOf(swap({}))).findAccount(POOL)?.owner).toBe(POOL_PROGRAM)
  })

  it('belong to the program that received them if they hold exactly the rent of their data and no key can sign for them', async () => {
    const rent = 890_880n + 6_960n * 100n
    const archive = await archiveOf(swap({ before: rent, after: rent }))
    expect(archive.findAccount(POOL)?.owner).toBe(POOL_PROGRAM)
  })

  it('are wallets if the system program moved their lamports', async () => {
    const transfer = Buffer.alloc(12)
    transfer.writeUInt32LE(2, 0)
    const archive = await archiveOf(
      swap({
        instructions: [
          { programIdIndex: 2, accounts: [0, 1], data: '' },
          { programIdIndex: 3, accounts: [1, 0], data: bs58.encode(transfer) },
        ],
      }),
    )
    expect(archive.findAccount(POOL)?.owner).toBe(SYSTEM)
  })

  it('belong to the program they were created for', async () => {
    const create = Buffer.concat([Buffer.alloc(20), bs58.decode(POOL_PROGRAM)])
    const archive = await archiveOf(
      swap({
        before: 0n,
        after: 7n,
        instructions: [{ programIdIndex: 3, accounts: [0, 1], data: bs58.encode(create) }],
      }),
    )
    expect(archive.findAccount(POOL)?.owner).toBe(POOL_PROGRAM)
  })

  it('are executable if they ran', async () => {
    expect((await archiveOf(swap({}))).findAccount(POOL_PROGRAM)).toMatchObject({
      executable: true,
      owner: LOADER,
    })
  })

  it('do not exist if they are empty or unknown', async () => {
    const archive = await archiveOf(swap({ after: 0n }))
    expect(archive.findAccount(POOL)).toBeNull()
    expect(archive.findAccount(addressOf('stranger'))).toBeNull()
  })
})

const mainnet = recordedMainnetLines()
describe('recorded mainnet transactions', () => {
  it.skipIf(mainnet === null)(
    'tell the supply, the program and the pool of a coin seen from creation (needs ../shared/data)',
    async () => {
      const archive = await openArchive()
      await archive.importLines(mainnet ?? [])
      const mint = '6kPvKNrLqg23mApAvHzMKWohhVdSrA54HvrpYud8pump'
      expect(archive.findTokenSupply(mint)).toEqual({ amount: 10n ** 15n, decimals: 6 })
      const [curve] = archive.listLargestAccounts(mint) ?? []
      const owner = bs58.encode(archive.findAccount(curve?.address ?? '')?.data.slice(32, 64) ?? [])
      expect(archive.findAccount(owner)?.owner).toBe('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')
      const t22 = 'CWiTGbCiDd8BKtNYNE2boT9fJGFG2MU53Uf6HQk4pump'
      expect(archive.findAccount(t22)?.owner).toBe(TOKEN_2022)
    },
  )
})
