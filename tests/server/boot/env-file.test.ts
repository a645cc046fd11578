import { describe, expect, it } from 'vitest'
import { CONFIG_KEYS } from '#server/config.ts'
import { misspellings } from '#server/boot/env-file.ts'

const meantBy = (name: string) => misspellings([name], Object.keys(CONFIG_KEYS))[0]?.meant

describe('misspellings', () => {
  it.each([
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['DATABSE_ULR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['RECIEVER_WALLET', 'RECEIVER_WALLET'],
    ['RPC_URL', 'SOLANA_RPC_URL'],
    ['SOLANA-RPC-URL', 'SOLANA_RPC_URL'],
    ['LLM_KEY', 'LLM_API_KEY'],
    ['JWT_SECRETS', 'JWT_SECRET'],
  ])('takes %s for %s', (name, meant) => {
    expect(meantBy(name)).toBe(meant)
  })

  it.each(['EDITOR', 'DEBUG', 'NODE_ENV', 'HOSTNAME', 'TZ', 'COMPOSE_PROJECT_NAME'])(
    'leaves %s to whoever it belongs to',
    (name) => {
      expect(meantBy(name)).toBeUndefined()
    },
  )

  it('says nothing of our own keys', () => {
    const keys = Object.keys(CONFIG_KEYS)
    expect(misspellings(keys, keys)).toEqual([])
  })
})
