import { describe, expect, it } from 'vitest'
import { parseChatId, linkToChat, linkToWindow } from '#contract/paths.ts'

describe('paths', () => {
  it('link to a window on the desktop with any path', () => {
    const link = new URL(linkToWindow('/wallet-finder?ca=a&b=c'), 'https://desk.example')
    expect(link.pathname).toBe('/ios-desktop')
    expect(link.searchParams.get('open')).toBe('/wallet-finder?ca=a&b=c')
  })

  it('return the chat of a link, and null for a plain path', () => {
    expect(parseChatId(linkToChat('a/b'))).toBe('a/b')
    expect(parseChatId('/chat')).toBeNull()
    expect(parseChatId('/chat?id=')).toBeNull()
  })
})
