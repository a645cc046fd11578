import { describe, expect, it } from 'vitest'
import { readServerConfig } from '#src/features/app-store/own/own-server-config.ts'

const read = (value: unknown) => readServerConfig(JSON.stringify(value))

describe('a pasted configuration', () => {
  it('names servers with their addresses and keys', () => {
    const config = read({
      mcpServers: {
        weather: {
          url: 'https://weather.example/mcp',
          headers: { Accept: 'text/plain', Authorization: 'Bearer key' },
        },
        prices: { serverUrl: 'https://prices.example/mcp', headers: { 'X-Api-Key': 'k' } },
      },
    })
    expect(config).toEqual({
      ok: true,
      servers: [
        {
          url: 'https://weather.example/mcp',
          name: 'weather',
          authorization: 'Bearer key',
          header: '',
        },
        {
          url: 'https://prices.example/mcp',
          name: 'prices',
          authorization: 'k',
          header: 'X-Api-Key',
        },
      ],
    })
  })

  it('may be one entry alone', () => {
    expect(read({ url: 'https://one.example/mcp' })).toMatchObject({
      ok: true,
      servers: [{ url: 'https://one.example/mcp', name: '' }],
    })
  })

  it.each([
    [{ mcpServers: { files: { command: 'npx', args: ['x'] } } }, 'is a program'],
    [{ mcpServers: {} }, 'names no server'],
    [{ mcpServers: { x: { url: 'file:///etc/passwd' } } }, 'names no server'],
    [[1, 2], 'not valid JSON'],
  ])('is refused with a sentence: %j', (value, expected) => {
    expect(read(value)).toMatchObject({ ok: false, reason: expect.stringContaining(expected) })
  })

  it('is refused when it is cut', () => {
    expect(readServerConfig('{"mcpServers":')).toEqual({
      ok: false,
      reason: 'This is not valid JSON.',
    })
  })
})
