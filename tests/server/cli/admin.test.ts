import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findRunningServer } from '#server/boot/storage/data-dir.ts'
import { openDatabase } from '#server/db/database.ts'
import { recordDemoMarket, deriveDemoMints } from '#localnet/demo-market/demo-market.ts'
import { runAdminHere } from '#tests/support/admin.ts'
import {
  ADMIN,
  post,
  ready,
  run,
  SERVER,
  temporaryFolder,
  tracesIn,
  type Command,
  type Environment,
} from '#tests/support/product.ts'

vi.setConfig({ testTimeout: 90_000 })

const PASSWORD = 'staple tidy horse 9'

const { folder, remove } = temporaryFolder()
const dataDir = path.join(folder, 'data')
const market = path.join(folder, 'elsewhere', 'market.jsonl')
let server: Command
let url = ''

type Options = { input?: string; from?: string; env?: Environment }

const settingsOf = ({ input = '', from = folder, env = {} }: Options) => ({
  env: { DATA_DIR: dataDir, INIT_CWD: from, ...env },
  input,
})

const admin = (args: string[], options: Options = {}) => runAdminHere(args, settingsOf(options))

/** The command as an operator runs it, in a process of its own. */
const adminProcess = async (args: string[], options: Options = {}) => {
  const command = run([ADMIN, ...args], settingsOf(options))
  return { code: await command.ended, output: command.output() }
}

const signIn = (username: string, password = PASSWORD) =>
  post(`${url}/api/auth/login`, { username, password })

beforeAll(async () => {
  mkdirSync(path.dirname(market))
  const lines = recordDemoMarket({ endTime: 1_700_000_000 }).map((line) =>
    typeof line === 'string' ? line : JSON.stringify(line),
  )
  writeFileSync(market, `${lines.join('\n')}\n`)
})

afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  remove()
})

describe('without a server', () => {
  it('makes an account and tidies up behind itself', async () => {
    const made = await adminProcess(['user', 'add', 'Alice'], { input: `${PASSWORD}\n` })
    expect(made).toEqual({ code: 0, output: expect.stringMatching(/^User Alice was made/m) })
    expect(await tracesIn(dataDir)).toEqual([])
  })

  it('checks a ledger against a chain that nobody has started yet', async () => {
    const checked = await adminProcess(['ledger', 'check'])
    expect(checked).toEqual({ code: 0, output: expect.stringContaining('The chain confirms 0') })
    expect(await tracesIn(dataDir)).toEqual([])
  })

  it('imports a file named from where the command was typed', async () => {
    const imported = await adminProcess(['chain', 'import', 'market.jsonl'], {
      from: path.dirname(market),
    })
    expect(imported.code).toBe(0)
    expect(imported.output).toMatch(/^\d+ transactions imported, 0 known already, 0 lines refused/)
  })

  it('looks at everything it needs without a failure', async () => {
    const { code, output } = await adminProcess(['doctor'])
    expect(output).not.toContain('FAIL')
    expect(code).toBe(0)
  })
})

describe('beside a running server', () => {
  beforeAll(async () => {
    server = run([SERVER], { env: { DATA_DIR: dataDir } })
    await ready(server)
    url = await server.printed(/open +(http\S+)/)
  }, 90_000)

  it('finds earlier entries', async () => {
    expect((await signIn('alice')).status).toBe(200)
    const again = await admin(['chain', 'import', market])
    expect(again.output).toMatch(/^0 transactions imported, [1-9]\d* known already/)
  })

  it('makes accounts, refuses weak and taken ones, never prints a password', async () => {
    const outcomes = await Promise.all([
      admin(['user', 'add', 'bob'], { input: PASSWORD }),
      admin(['user', 'add', 'ALICE'], { input: PASSWORD }),
      admin(['user', 'add', 'carol'], { input: 'password\n' }),
      admin(['user', 'add', 'dave'], { input: '' }),
    ])
    expect(outcomes.map(({ code }) => code)).toEqual([0, 1, 1, 1])
    expect(outcomes.slice(1).map(({ output }) => output)).toEqual([
      'This username is taken\n',
      'password: Too common; choose another\n',
      'password: Must have at least 8 characters\n',
    ])
    expect(outcomes.map(({ output }) => output).join('')).not.toContain(PASSWORD)
    expect((await signIn('bob')).status).toBe(200)
  })

  it('credits whole POINTS to who exists', async () => {
    const outcomes = await Promise.all(
      [
        ['alice', '5'],
        ['alice', '0'],
        ['alice', '1.5'],
        ['alice', '10000000'],
        ['ghost', '5'],
      ].map(([name = '', points = '']) => admin(['credit', name, points, '--reason', 'a gift'])),
    )
    expect(outcomes.map(({ code }) => code)).toEqual([0, 1, 1, 1, 1])
    expect(outcomes.map(({ output }) => output.trimEnd())).toEqual([
      expect.stringMatching(
        /^5 POINTS to Alice \(account [-\da-f]{36}, no wallet\); balance 0\.15 SOL \(15 POINTS\)\.$/,
      ),
      'POINTS must be a whole number from 1 to 9999999, not 0.',
      'POINTS must be a whole number from 1 to 9999999, not 1.5.',
      'POINTS must be a whole number from 1 to 9999999, not 10000000.',
      'There is no user ghost.',
    ])
  })

  it('disables an account, which ends its sign-in', async () => {
    expect((await admin(['user', 'disable', 'bob'])).code).toBe(0)
    expect((await signIn('bob')).status).toBe(403)
    expect((await admin(['user', 'disable', 'ghost'])).code).toBe(1)
    const credited = await admin(['credit', 'bob', '1', '--reason', 'a gift'])
    expect(credited).toEqual({
      code: 1,
      output: 'bob is disabled; enable the account first.\n',
    })
  })

  it('opens an account again and sets a forgotten password, which ends its sessions', async () => {
    expect((await admin(['user', 'enable', 'bob'])).code).toBe(0)
    expect((await admin(['user', 'enable', 'bob'])).output).toBe('bob is not disabled.\n')
    const before = (await (await signIn('bob')).json()) as { access_token: string }
    const changed = await admin(['user', 'set-password', 'bob'], { input: 'other tidy horse 7' })
    expect(changed.output).toMatch(/has a new password; all sessions ended\.$/m)
    const me = () =>
      fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${before.access_token}` } })
    await vi.waitFor(async () => expect((await me()).status).toBe(401), { timeout: 15_000 })
    expect((await signIn('bob')).status).toBe(401)
    expect((await signIn('bob', 'other tidy horse 7')).status).toBe(200)
  })

  it('takes POINTS back, never more than there are', async () => {
    const debit = (points: string) =>
      admin(['debit', 'alice', points, '--reason', 'sent twice'], { env: { SUDO_USER: 'olga' } })
    const outcomes = [await debit('2'), await debit('100')]
    expect(outcomes.map(({ output }) => output)).toEqual([
      expect.stringMatching(/^2 POINTS from Alice .*balance 0\.13 SOL \(13 POINTS\)\.\n$/),
      expect.stringMatching(/^Alice .* has only 0\.13 SOL \(13 POINTS\)\.\n$/),
    ])
    expect((await admin(['credit', 'alice', '2', '--reason', 'not twice'])).code).toBe(0)
  })

  it('lists accounts, jobs, orders and what operators did, as lines and as JSON', async () => {
    const [users, shown, jobs, orders, audit, ofAlice, version] = await Promise.all([
      admin(['users', 'list', '--search', 'ali', '--json']),
      admin(['user', 'show', 'alice']),
      adminProcess(['jobs', 'list', '--json']),
      admin(['payments', 'list', '--orders']),
      admin(['audit', 'list']),
      admin(['audit', 'list', '--user', 'alice']),
      adminProcess(['--version']),
    ])
    expect(JSON.parse(users.output)).toEqual([
      expect.objectContaining({ username: 'Alice', balance: '150000000', isDisabled: false }),
    ])
    expect(shown.output).toContain('  Alice  0.15 SOL  enabled  password  no wallet')
    expect(Array.isArray(JSON.parse(jobs.output))).toBe(true)
    expect(orders.output).toBe('No orders.\n')
    expect(audit.output).toMatch(/ olga  debit .*"reason":"sent twice"/)
    const [alice] = JSON.parse(users.output) as { id: string }[]
    const isOfAnother = (line: string) => !line.includes(alice?.id ?? 'nobody')
    expect(audit.output.trim().split('\n').some(isOfAnother)).toBe(true)
    expect(ofAlice.output.trim().split('\n').filter(isOfAnother)).toEqual([])
    expect(audit.output).toMatch(/ user set-password /)
    expect(audit.output).not.toContain('tidy horse')
    expect(version.output).toMatch(/^\d+\.\d+\.\d+/)
  })

  it('runs a failed job again', async () => {
    const owner = await openDatabase({
      url: findRunningServer(dataDir)?.databaseUrl ?? '',
      poolSize: 1,
    })
    const [job] = await owner.query<{ id: string }>(
      `insert into pgboss.job (name, data, state, retry_limit, completed_on)
       values ('purge', '{}', 'failed', 0, now()) returning id::text`,
    )
    const retried = await admin(['jobs', 'retry', job?.id ?? ''])
    expect(retried.output).toContain('will run again')
    const state = () =>
      owner.query(`select state::text from pgboss.job where id::text = $1`, [job?.id])
    await vi.waitFor(async () => expect(await state()).toEqual([{ state: 'completed' }]), 15_000)
    await owner.close()
    const unknown = await admin(['jobs', 'retry', 'nothing'])
    expect(unknown).toEqual({ code: 1, output: 'There is no job nothing.\n' })
  })

  it('says what is wrong with the model, the price and the public address, and what to do', async () => {
    const { code, output } = await admin(['doctor'], {
      env: {
        LLM_BASE_URL: 'http://127.0.0.1:9/v1',
        LLM_MODEL: 'some-model',
        PRICE_URL: 'http://127.0.0.1:9/price',
        PUBLIC_ORIGIN: 'http://127.0.0.1:9',
      },
    })
    expect(code).toBe(1)
    expect(output).toMatch(/^FAIL {2}model: some-model .*check LLM_BASE_URL, LLM_API_KEY/m)
    expect(output).toMatch(/^FAIL {2}price: .*check PRICE_URL/m)
    expect(output).toMatch(/^FAIL {2}public address: .*check DNS, the proxy/m)
    expect(output).toMatch(/^ok {4}queue: /m)
  })

  it('creates no files for a doctor who only looks at a database', async () => {
    const fresh = path.join(folder, 'fresh')
    const databaseUrl = findRunningServer(dataDir)?.databaseUrl ?? ''
    const { output } = await admin(['doctor'], {
      env: { DATA_DIR: fresh, DATABASE_URL: databaseUrl },
    })
    expect(output).toMatch(/^ok {4}database: PostgreSQL/m)
    expect(output).toMatch(/^ok {4}app keys: not read: JWT_SECRET is not set/m)
    expect(existsSync(fresh)).toBe(false)
  })

  it('shows an order that any wallet may pay, and what the database belongs to', async () => {
    await admin(['user', 'add', 'payer'], { input: PASSWORD })
    const { access_token: token } = await (await signIn('payer')).json()
    const order = { amount_lamports: 50_000_000, any_payer: true }
    expect((await post(`${url}/api/web3/solana/create-payment`, order, token)).ok).toBe(true)
    const listed = await admin(['payments', 'list', '--user', 'payer'])
    expect(listed.output).toContain('  user payer  any payer  ')
    const { output } = await admin(['network', 'show', '--json'])
    expect(JSON.parse(output)).toMatchObject({ network: 'localnet', token: expect.any(String) })
  })

  it('tells of payments that match nothing, and resolves only those', async () => {
    expect((await admin(['payments', 'list', '--unmatched'])).output).toBe(
      'No unmatched deposits.\n',
    )
    const unknown = await admin(['payments', 'resolve', 'abc', '--credit', 'alice', '--note', 'x'])
    expect(unknown).toEqual({ code: 1, output: 'There is no such deposit.\n' })
    const currency = ['--currency', 'DOGE', '--credit', 'alice', '--note', 'x']
    for (const decision of ['--reverse', '--write-off']) {
      const vanished = await admin(['payments', 'resolve', 'abc', decision, '--note', 'x'])
      expect(vanished.code).toBe(1)
      expect(vanished.output).toContain('There is no such deposit.')
    }
    const both = ['payments', 'resolve', 'abc', '--keep', '--reverse', '--note', 'x']
    expect((await admin(both)).output).toContain('Give one of')
    const other = await admin(['payments', 'resolve', 'abc', ...currency])
    expect(other).toEqual({ code: 1, output: '--currency must be SOL or TOKEN.\n' })
  })

  it('shows a deposit without an order, and credits it once to the account that the operator names', async () => {
    const rpcUrl = await server.printed(/chain .*?(http\S+)/)
    const { receiver } = (await (await fetch(`${url}/api/config`)).json()) as { receiver: string }
    const airdrop = async (lamports: number) => {
      const sent = await post(rpcUrl, {
        jsonrpc: '2.0',
        id: 1,
        method: 'requestAirdrop',
        params: [receiver, lamports],
      })
      return ((await sent.json()) as { result: string }).result
    }
    await airdrop(40)
    await airdrop(2)
    const signature = await airdrop(30_000_000)
    await vi.waitFor(
      async () => {
        const { output } = await admin(['payments', 'list', '--unmatched'])
        expect(output).toMatch(new RegExp(`${signature}  0\\.03 SOL  from \\S+ \\(no account\\)`))
        // Small deposits are counted when they are final.
        expect(output).toMatch(
          /^Not listed: 2 deposit\(s\) below DUST_LAMPORTS, 0\.000000042 SOL in all, /m,
        )
      },
      { timeout: 30_000, interval: 1_000 },
    )
    const resolve = ['payments', 'resolve', signature, '--credit', 'alice', '--note', 'by mail']
    const credited = await admin(resolve)
    expect(credited.output).toMatch(
      /^0\.03 SOL credited as order \S+\.\nThe credit went to Alice \(account \S+, no wallet\)\.\n$/,
    )
    expect(await admin(resolve)).toEqual({
      code: 1,
      output: 'That deposit is already credited or refunded.\n',
    })
    const found = await admin(['payments', 'show', signature])
    expect(found.output).toMatch(/PAID {2}0\.03 SOL in SOL .*user Alice/)
    expect(found.output).toContain(`deposit ${signature}  CREDITED`)
  })

  it('refuses files that hold no transactions, and addresses that are no token', async () => {
    const bad = path.join(folder, 'bad.jsonl')
    writeFileSync(bad, 'not json\n{"a":1}\n')
    copyFileSync('/dev/null', path.join(folder, 'empty.jsonl'))
    const outcomes = await Promise.all([
      admin(['chain', 'import', 'nowhere.jsonl']),
      admin(['chain', 'import', '.']),
      admin(['chain', 'import', 'bad.jsonl']),
      admin(['chain', 'import', 'empty.jsonl']),
      admin(['chain', 'record', '--mint', 'nope', '--out', 'out.jsonl']),
      admin(['chain', 'record', '--mint', '1'.repeat(32), '--out', 'out.jsonl']),
    ])
    expect(outcomes.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1])
    expect(outcomes.map(({ output }) => output)).toEqual([
      expect.stringMatching(/^There is no file .*nowhere\.jsonl\.\n$/),
      expect.stringMatching(/ is not a file\.\n$/),
      expect.stringContaining('bad.jsonl holds no transaction that can be read.'),
      expect.stringContaining('empty.jsonl holds no transaction that can be read.'),
      'This is not a Solana address\n',
      'This address is not a token: look for its contract address\n',
    ])
  })

  it('records the history of a token to a file', async () => {
    const [mint] = deriveDemoMints()
    const recorded = await admin(['chain', 'record', '--mint', mint, '--out', 'out.jsonl'])
    const count = Number(/^(\d+) transactions recorded/.exec(recorded.output)?.[1])
    expect(recorded.code).toBe(0)
    const lines = readFileSync(path.join(folder, 'out.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(count)
    expect(count).toBeGreaterThan(100)
  })

  it('says when the chain cannot confirm the books, with an exit code of its own', async () => {
    // Port 9 (discard) is closed.
    const env = {
      SOLANA_RPC_URL: 'http://127.0.0.1:9',
      SOLANA_NETWORK: 'localnet',
      RECEIVER_WALLET: '11111111111111111111111111111112',
    }
    const unproven = await admin(['ledger', 'check'], { env })
    expect(unproven).toEqual({
      code: 2,
      output: expect.stringMatching(/^The chain cannot be read: .*127\.0\.0\.1:9 does not answer/),
    })
    const booksAlone = await admin(['ledger', 'check', '--no-chain'], { env })
    expect(booksAlone).toEqual({
      code: 0,
      output: expect.stringContaining('The chain was not read.'),
    })
  })

  it('finds a ledger that drifted', async () => {
    expect(await admin(['ledger', 'check'])).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^The ledger is sound: every invariant holds\.\nThe chain confirms 1 credited payment\(s\), 0\.03 SOL/,
      ),
    })
    const asJson = await admin(['ledger', 'check', '--json'])
    expect(JSON.parse(asJson.output)).toMatchObject({ violations: [], chain: { payments: 1 } })
    const owner = await openDatabase({
      url: findRunningServer(dataDir)?.databaseUrl ?? '',
      poolSize: 1,
    })
    await owner.query(`update account set balance = balance + 1 where kind = 'user'`)
    await owner.close()
    const drifted = await admin(['ledger', 'check'])
    expect(drifted.code).toBe(1)
    expect(drifted.output).toMatch(/The ledger violates [1-9]\d* invariant/)
    const doctor = await admin(['doctor'])
    expect(doctor.code).toBe(1)
    expect(doctor.output).toMatch(/FAIL +ledger/)
  })
})
