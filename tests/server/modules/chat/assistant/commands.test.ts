import { describe, expect, it } from 'vitest'
import { findCommandTool, listCommands } from '#server/modules/chat/assistant/commands.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'

const tool = (name: string, appId = name): AssistantTool => ({
  name,
  app: { id: appId, name: appId },
  description: `Does work ${name.length}. And more.`,
  inputSchema: { type: 'object', properties: {} },
  writes: false,
  run: async () => ({ text: 'done' }),
})

const product = Array.from({ length: 9 }, (_, nth) => tool(`product_${nth}`, 'product'))
const weather = tool('own-9b50c1b19d4c47be__get_weather', 'own-9b50c1b19d4c47be')

describe('the list of commands', () => {
  it('starts with the app of the chat, by the name that a person can type', () => {
    const tools = [...product, weather]
    const [first] = listCommands(tools, weather.app.id).split('\n')
    expect(first).toBe('- `/get_weather` Does work 33.')
    expect(findCommandTool(tools, 'get_weather')).toBe(weather)
    expect(listCommands(tools, null)).toContain('- and 2 more: type `/` to see them all')
  })

  it('keeps the whole name of a tool whose short name is another command', () => {
    const other = tool('other__get_weather', 'other')
    expect(listCommands([weather, other], null)).toContain('`/other__get_weather`')
    expect(findCommandTool([weather, other], 'get_weather')).toBeNull()
  })
})
