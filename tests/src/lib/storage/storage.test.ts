import { describe, expect, it } from 'vitest'
import { createStorage } from '#src/lib/storage/storage.ts'

const blocked = () => {
  throw new DOMException('denied', 'SecurityError')
}

describe('text storage', () => {
  it('stores and removes values', () => {
    const storage = createStorage(
      () => window.localStorage,
      () => window,
    )
    storage.set('theme', 'dark')
    expect([storage.get('theme'), window.localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
    storage.remove('theme')
    expect(storage.get('theme')).toBeNull()
  })

  it('works for this page where the browser blocks storage', () => {
    const storage = createStorage(blocked, () => window)
    expect(storage.get('theme')).toBeNull()
    storage.set('theme', 'dark')
    expect(storage.get('theme')).toBe('dark')
    storage.remove('theme')
    expect(storage.get('theme')).toBeNull()
  })

  it('reports changes of another tab until it is unsubscribed', () => {
    const heard: (string | null)[] = []
    const stop = createStorage(blocked, () => window).onForeignChange((key) => heard.push(key))
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }))
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    stop()
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(heard).toEqual(['access_token', null])
  })
})
