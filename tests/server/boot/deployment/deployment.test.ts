import { afterAll, afterEach, describe, expect, it } from 'vitest'
import {
  listDifferences,
  computeFingerprints,
  joinDeployment,
  type JoinedDeployment,
} from '#server/boot/deployment/deployment.ts'
import { findDeployment, type Deployment } from '#server/boot/deployment/deployment-repository.ts'
import { StartError } from '#server/boot/free-port.ts'
import { ConfigError } from '#server/config.ts'
import { createLogger } from '#server/lib/logger.ts'
import { testDatabase } from '#tests/support/database.ts'

let joined: JoinedDeployment[] = []
const database = await testDatabase()
afterAll(() => database.drop())
afterEach(async () => {
  await Promise.all(joined.map((server) => server.leave()))
  joined = []
  await database.db.query('delete from deployment')
})

const LOCALNET: Deployment = {
  network: 'localnet',
  genesisHash: 'genesis-1',
  receiver: 'receiver-1',
  token: 'demo',
  jwtFingerprints: ['key-1'],
}
const DEVNET: Deployment = { ...LOCALNET, network: 'devnet', token: 'none' }

const join = async (own: Deployment) => {
  const server = await joinDeployment(database.db, own, { isShared: true, logger: createLogger() })
  joined.push(server)
  return server
}

describe('a database', () => {
  it('remembers the first server and accepts an equal one', async () => {
    await join(DEVNET)
    await join(DEVNET)
    expect(await findDeployment(database.db)).toEqual(DEVNET)
  })

  it.each([
    ['network', { network: 'mainnet-beta' }, /SOLANA_NETWORK is mainnet-beta here and devnet/],
    ['chain', { genesisHash: 'genesis-2' }, /Genesis hash is genesis-2 here and genesis-1/],
    ['receiver', { receiver: 'receiver-2' }, /RECEIVER_WALLET is receiver-2 here and receiver-1/],
    ['token', { token: 'mint-2' }, /PRODUCT_TOKEN_MINT is mint-2 here and none/],
    ['secret', { jwtFingerprints: ['key-2'] }, /JWT_SECRET is not the one/],
  ])('refuses another %s in one line that says how to accept it', async (_what, other, line) => {
    await join(DEVNET)
    const refused = joinDeployment(
      database.db,
      { ...DEVNET, ...other },
      { isShared: true, logger: createLogger() },
    )
    await expect(refused).rejects.toThrow(ConfigError)
    await expect(refused).rejects.toThrow(line)
    await expect(refused).rejects.toThrow('npm run admin -- network accept')
    expect(await findDeployment(database.db)).toEqual(DEVNET)
  })

  it('lets the receiver and the token change between starts on localnet', async () => {
    const first = await join(LOCALNET)
    await first.leave()
    const changed = { ...LOCALNET, receiver: 'receiver-2', token: 'mint-2' }
    await join(changed)
    expect(await findDeployment(database.db)).toEqual(changed)
  })

  it('refuses another receiver while a server with the first one runs', async () => {
    await join(LOCALNET)
    const refused = join({ ...LOCALNET, receiver: 'receiver-2' })
    await expect(refused).rejects.toThrow(StartError)
    await expect(refused).rejects.toThrow(
      /RECEIVER_WALLET is receiver-2 here and receiver-1 in the database, where another server runs/,
    )
  }, 30_000)

  it('learns the genesis hash late, and refuses another one from then on', async () => {
    const server = await join({ ...DEVNET, genesisHash: null })
    await server.confirmGenesis('genesis-1')
    expect((await findDeployment(database.db))?.genesisHash).toBe('genesis-1')
    await expect(server.confirmGenesis('genesis-2')).rejects.toThrow('Genesis hash is genesis-2')
  })
})

describe('a secret', () => {
  const isRefused = (kept: string[], own: string[]) =>
    listDifferences({ ...DEVNET, jwtFingerprints: kept }, { jwtFingerprints: own }).length > 0

  it('can be rotated through a list, one server at a time', () => {
    expect(isRefused(['old'], ['old', 'new'])).toBe(false)
    expect(isRefused(['old', 'new'], ['new', 'old'])).toBe(false)
    expect(isRefused(['new', 'old'], ['new'])).toBe(false)
    expect(isRefused(['new', 'old'], ['old'])).toBe(true)
  })

  it.each([
    [
      'put first before another running server knows it',
      ['old'],
      ['new', 'old'],
      StartError,
      /^JWT_SECRET: another running server .* old,new; then every server with new,old; then with new$/,
    ],
    [
      'left out while another running server signs with it',
      ['old', 'new'],
      ['new'],
      ConfigError,
      /JWT_SECRET is not the one that the servers of this database use/,
    ],
  ])(
    'is refused when %s, in one line',
    async (_what, running, next, kind, line) => {
      await join({ ...DEVNET, jwtFingerprints: ['old'] }).then((server) => server.leave())
      await join({ ...DEVNET, jwtFingerprints: running })
      const refused = join({ ...DEVNET, jwtFingerprints: next })
      await expect(refused).rejects.toThrow(kind)
      await expect(refused).rejects.toThrow(line)
      expect((await findDeployment(database.db))?.jwtFingerprints).toEqual(running)
    },
    30_000,
  )

  it('can be rotated on two running servers, one restart after the other', async () => {
    const start = (keys: string[]) => join({ ...DEVNET, jwtFingerprints: keys })
    let servers = [await start(['old']), await start(['old'])]
    for (const keys of [['old', 'new'], ['new', 'old'], ['new']]) {
      const next: JoinedDeployment[] = []
      for (const server of servers) {
        await server.leave()
        next.push(await start(keys))
      }
      servers = next
    }
    expect((await findDeployment(database.db))?.jwtFingerprints).toEqual(['new'])
  })

  it('may be put first at once by the only server', async () => {
    const server = await join({ ...DEVNET, jwtFingerprints: ['old'] })
    await server.leave()
    await join({ ...DEVNET, jwtFingerprints: ['new', 'old'] })
  })

  it('has the same fingerprint everywhere, which does not contain it', async () => {
    const [one, again, other] = await computeFingerprints([
      'a'.repeat(32),
      'a'.repeat(32),
      'b'.repeat(32),
    ])
    expect(one).toBe(again)
    expect(one).not.toBe(other)
    expect(one).not.toContain('aaaa')
  })
})
