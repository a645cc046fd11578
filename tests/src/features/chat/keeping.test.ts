import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Chat } from '#contract/chat/chat.ts'
import { createChatCache } from '#src/features/chat/list/chat-cache.ts'
import { createChatNews } from '#src/features/chat/list/chat-news.ts'
import { getTextKey, saveText, recall } from '#src/features/chat/composer/drafts.ts'
import { createStorage } from '#src/lib/storage/storage.ts'

const storage = () =>
  createStorage(
    () => window.localStorage,
    () => window,
  )

const chat = (id: string, appId: string | null, updatedAt = '2026-11-20T10:00:00Z'): Chat => ({
  id,
  title: `Title ${id}`,
  app_id: appId,
  created_at: '2026-11-19T10:00:00Z',
  updated_at: updatedAt,
})

describe('the lists of chats kept in the browser', () => {
  it('stand under chatApp_ and the app, the global ones under chatApp_global', () => {
    createChatCache(storage()).writeAll('u1', [chat('1', null), chat('2', 'app-7')], true)
    const read = (key: string) => JSON.parse(window.localStorage.getItem(key) ?? 'null') as unknown
    expect(read('chatApp_global')).toMatchObject([{ id: '1', updatedAt: '2026-11-20T10:00:00Z' }])
    expect(read('chatApp_app-7')).toMatchObject([{ id: '2', appId: 'app-7' }])
  })

  it('are stored under the id of an agent without its prefix', () => {
    const mirror = createChatCache(storage())
    mirror.put('u1', chat('1', 'agent:7'))
    expect(window.localStorage.getItem('chatApp_7')).toContain('Title 1')
    expect(mirror.read('u1', 'agent:7')).toMatchObject([{ id: '1', app_id: 'agent:7' }])
  })

  it('add a new or changed chat without reloading the list', () => {
    const mirror = createChatCache(storage())
    mirror.put('u1', chat('1', 'a'))
    mirror.put('u1', chat('2', 'a', '2026-11-21T10:00:00Z'))
    mirror.put('u1', { ...chat('1', 'a', '2026-11-22T10:00:00Z'), title: 'Renamed' })
    expect(mirror.read('u1', 'a').map(({ title }) => title)).toEqual(['Renamed', 'Title 2'])
  })

  it('come back newest first, and only to who had them', () => {
    const mirror = createChatCache(storage())
    mirror.writeAll('u1', [chat('old', null), chat('new', 'a', '2026-11-21T10:00:00Z')], true)
    expect(mirror.readAll('u1').map(({ id }) => id)).toEqual(['new', 'old'])
    expect(mirror.readAll('u2')).toEqual([])
  })

  it('lose the chats of an app that has none any more', () => {
    const mirror = createChatCache(storage())
    mirror.writeAll('u1', [chat('1', 'a')], true)
    mirror.writeAll('u1', [], true)
    expect(mirror.readAll('u1')).toEqual([])
  })

  it('keep an app’s chats while only the first page of all is known', () => {
    const mirror = createChatCache(storage())
    mirror.writeAll('u1', [chat('1', 'a')], true)
    mirror.writeAll('u1', [chat('2', null)], false)
    expect(mirror.readAll('u1')).toHaveLength(2)
  })

  it('count as empty when they cannot be read', () => {
    window.localStorage.setItem('chatApp_global', '{broken')
    expect(createChatCache(storage()).readAll('u1')).toEqual([])
  })
})

describe('a draft', () => {
  it('is stored for each chat and removed when it is empty', () => {
    const kept = storage()
    expect(getTextKey('draft', null, 'a')).not.toBe(getTextKey('draft', null, null))
    saveText(kept, getTextKey('draft', 'c1', null), 'half a thought')
    expect(kept.get(getTextKey('draft', 'c1', null))).toBe('half a thought')
    saveText(kept, getTextKey('draft', 'c1', null), '  ')
    expect(kept.get(getTextKey('draft', 'c1', null))).toBeNull()
  })
})

describe('earlier questions', () => {
  it('come back from the newest to the oldest, and then the typed text', () => {
    const questions = ['one', 'two']
    const first = recall(questions, { recalled: null, text: 'typed' }, 'older')
    expect(first?.text).toBe('two')
    const second = recall(questions, first!, 'older')
    expect(second?.text).toBe('one')
    expect(recall(questions, second!, 'older')).toBeNull()
    const back = recall(questions, second!, 'newer')
    expect(recall(questions, back!, 'newer')).toEqual({ recalled: null, text: 'typed' })
  })

  it.each([
    [[], 'older'],
    [['one'], 'newer'],
  ] as const)('of %j, none is %s', (questions, direction) => {
    expect(recall(questions, { recalled: null, text: '' }, direction)).toBeNull()
  })
})

describe('news of chats', () => {
  const openTab = (userId: string) => {
    const name = 'news of this test'
    const channel = new BroadcastChannel(name)
    onTestFinished(() => channel.close())
    const heard: unknown[] = []
    const news = createChatNews(
      () => userId,
      () => channel,
    )
    return {
      heard,
      news,
      stop: news.subscribe((chatId, isForeign) => heard.push([chatId, isForeign])),
    }
  }

  it('reach the page itself and the user’s other tabs, each of several at once', async () => {
    const [own, other, stranger] = [openTab('u1'), openTab('u1'), openTab('u2')]
    own.news.publish('c1')
    own.news.publish('c2')
    expect(own.heard).toEqual([
      ['c1', false],
      ['c2', false],
    ])
    await vi.waitFor(() =>
      expect(other.heard).toEqual([
        ['c1', true],
        ['c2', true],
      ]),
    )
    expect(stranger.heard).toEqual([])
  })

  it('end without listeners', () => {
    const { heard, news, stop } = openTab('u1')
    stop()
    news.publish('c1')
    expect(heard).toEqual([])
  })
})
