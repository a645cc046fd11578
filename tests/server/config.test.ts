import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CONFIG_KEYS } from '#server/config-keys.ts'
import { listMisspelled, loadConfig, parseConfig } from '#server/config.ts'

const WALLET = 'So11111111111111111111111111111111111111112'

describe('parseConfig', () => {
  it('reads former names of retention rules, and keeps the longer age where two became one', () => {
    const rules = 'research_events=9,analysis_events=3,removed_reports=2,chat_events=4'
    const { retentionDays } = parseConfig({ RETENTION_DAYS: rules })
    expect(retentionDays).toEqual({ run_events: 9, removed_runs: 2, chat_events: 4 })
  })

  it('runs on this machine alone when nothing is set', () => {
    const config = parseConfig({})
    expect(config).toMatchObject({
      appName: 'SolDesk',
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      solana: { rpcUrl: null, network: 'localnet', localPort: 8899 },
      receiverWallet: null,
      chatPointsPerTurn: 0,
      welcomePoints: 10,
      llm: null,
    })
    expect(path.basename(config.dataDir)).toBe('data')
  })

  it('takes an empty value for an absent one', () => {
    expect(parseConfig({ PORT: '', RECEIVER_WALLET: ' ' }).port).toBe(3000)
  })

  it('reads the file of a key that is set but blank, and refuses both', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'config-')), 'secret')
    writeFileSync(file, 'from the file\n')
    const blank = { APP_NAME: ' ', APP_NAME_FILE: file }
    expect(parseConfig(blank).appName).toBe('from the file')
    expect(() => parseConfig({ ...blank, APP_NAME: 'given' })).toThrow(
      'APP_NAME_FILE: cannot be used while APP_NAME is set',
    )
  })

  it('takes mainnet-beta for a cluster that is not named, and gives no welcome there', () => {
    const config = parseConfig({
      SOLANA_RPC_URL: 'https://rpc.example.com',
      RECEIVER_WALLET: WALLET,
    })
    expect(config.solana.network).toBe('mainnet-beta')
    expect(config.welcomePoints).toBe(0)
  })

  it('reads lists and amounts', () => {
    const config = parseConfig({
      JWT_SECRET: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
      OUTBOUND_ALLOW: '127.0.0.1:11434,db:80',
      USER_APPS_ALLOW: '127.0.0.1:9000',
      PRODUCT_TOKEN_MINT: WALLET,
      PRODUCT_TOKEN_PER_POINT: '9007199254740993',
    })
    expect(config.jwtSecrets).toEqual(['a'.repeat(32), 'b'.repeat(32)])
    expect(config.outboundAllow).toEqual(['127.0.0.1:11434', 'db:80'])
    expect(config.userAppsAllow).toEqual(['127.0.0.1:9000'])
    expect(config.productToken).toEqual({ mint: WALLET, rawPerPoint: 9007199254740993n })
  })

  it.each([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['PORT', { PORT: '-1' }],
    ['SOLANA_LOCAL_PORT', { SOLANA_LOCAL_PORT: '1.5' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
    ['SOLANA_RPC_URL', { SOLANA_RPC_URL: 'localhost' }],
    ['SOLANA_NETWORK', { SOLANA_NETWORK: 'mainnet' }],
    ['SOLANA_RPC_URL', { SOLANA_NETWORK: 'devnet' }],
    ['RECEIVER_WALLET', { RECEIVER_WALLET: 'nobody' }],
    ['RECEIVER_WALLET', { SOLANA_RPC_URL: 'https://rpc.example.com' }],
    ['PRODUCT_TOKEN_PER_POINT', { PRODUCT_TOKEN_MINT: WALLET }],
    ['PRODUCT_TOKEN_PER_POINT', { PRODUCT_TOKEN_MINT: WALLET, PRODUCT_TOKEN_PER_POINT: '0' }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://desk.example.com/app' }],
    ['LLM_MODEL', { LLM_BASE_URL: 'http://127.0.0.1:11434/v1' }],
    ['WELCOME_POINTS', { WELCOME_POINTS: 'ten' }],
    ['OUTBOUND_ALLOW', { OUTBOUND_ALLOW: 'localhost' }],
  ])('refuses a bad %s in one line that names it', (key, env) => {
    expect(() => parseConfig(env)).toThrow(new RegExp(`^${key}: [^\\n]+$`))
  })

  it.each([
    ['SOLANA_RCP_URL', 'SOLANA_RPC_URL'],
    ['JWT_SECRETS', 'JWT_SECRET'],
    ['LLM_API_KEYFILE', 'LLM_API_KEY_FILE'],
  ])('names %s, which is nearly a key', (key, meant) => {
    expect(listMisspelled({ [key]: 'x' }).map(({ message }) => message)).toEqual([
      `${key}: is no key. Do you mean ${meant}?`,
    ])
  })

  it.each(['NODE_ENV', 'CHROMIUM_PATH', 'PATH', 'PORT', 'JWT_SECRET_FILE'])(
    'leaves %s alone',
    (key) => {
      expect(listMisspelled({ [key]: 'x' })).toEqual([])
    },
  )

  it('refuses a misspelled key in .env, but not in the environment, where other programs have theirs', () => {
    vi.stubEnv('DATABASE_URI', 'x')
    onTestFinished(() => void vi.unstubAllEnvs())
    const folder = mkdtempSync(path.join(tmpdir(), 'config-'))
    vi.spyOn(process, 'cwd').mockReturnValue(folder)
    onTestFinished(() => void vi.restoreAllMocks())
    expect(() => loadConfig()).not.toThrow()
    writeFileSync(path.join(folder, '.env'), 'RECEIVER_WALET=x\n')
    expect(() => loadConfig()).toThrow('RECEIVER_WALET: is no key. Do you mean RECEIVER_WALLET?')
  })

  it('knows exactly the keys that .env.example documents', () => {
    const example = readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8')
    const documented = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
    expect(new Set(documented)).toEqual(new Set(Object.keys(CONFIG_KEYS)))
  })
})
