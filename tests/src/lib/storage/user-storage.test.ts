import { describe, expect, it } from 'vitest'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { adoptSharedKeys, createUserStorage } from '#src/lib/storage/user-storage.ts'

const ada = createUserStorage(browserStorage, 'ada')
const bob = createUserStorage(browserStorage, 'bob')

describe('the storage of a user', () => {
  it('is another one for every user', () => {
    ada.set('icons', 'of Ada')
    bob.set('icons', 'of Bob')
    expect([ada.get('icons'), bob.get('icons')]).toEqual(['of Ada', 'of Bob'])
    bob.remove('icons')
    expect(ada.keys()).toEqual(['icons'])
    expect(bob.keys()).toEqual([])
  })

  it('keeps nothing while no one is signed in', () => {
    const nobody = createUserStorage(browserStorage, null)
    nobody.set('draft', 'text')
    expect(nobody.get('draft')).toBeNull()
    expect(browserStorage.keys()).toEqual([])
  })

  it('reports only the changes that other tabs make to it', () => {
    const heard: (string | null)[] = []
    const stop = ada.onForeignChange((key) => heard.push(key))
    const change = (key: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key }))
    change('soldesk.user.ada.icons')
    change('soldesk.user.bob.icons')
    change('theme')
    change(null)
    stop()
    change('soldesk.user.ada.icons')
    expect(heard).toEqual(['icons', null])
  })
})

describe('what earlier versions kept for every user of the browser', () => {
  const keepAsBefore = () => {
    for (const [key, value] of Object.entries({
      'soldesk.windows': 'windows',
      'soldesk.icons': 'icons',
      'soldesk.palette': 'palette',
      'soldesk.agentPreviews': 'previews',
      'soldesk.chat-draft.new.global': 'half a thought',
      'soldesk.chat-draft.c1': 'another',
      'soldesk.chat-news': 'list -',
      'soldesk.chat-apps': '["a"]',
      'soldesk.calendar.ada': 'calendar of Ada',
      'soldesk.calendar.bob': 'calendar of Bob',
      'soldesk.appearance': 'looks',
      theme: 'dark',
    })) {
      browserStorage.set(key, value)
    }
  }

  it('is moved to the signed-in user', () => {
    keepAsBefore()
    ada.set('agent-previews', 'previews')
    adoptSharedKeys(browserStorage, 'ada')
    expect(Object.fromEntries(ada.keys().map((key) => [key, ada.get(key)]))).toEqual({
      windows: 'windows',
      icons: 'icons',
      palette: 'palette',
      'draft.new.global': 'half a thought',
      'draft.c1': 'another',
      calendar: 'calendar of Ada',
    })
    expect(bob.keys()).toEqual([])
    const rest = browserStorage.keys().filter((key) => !key.startsWith('soldesk.user.'))
    expect(rest.toSorted()).toEqual(['soldesk.appearance', 'soldesk.calendar.bob', 'theme'])
  })

  it('is removed when no one is signed in, except keys that name their user', () => {
    keepAsBefore()
    adoptSharedKeys(browserStorage, null)
    expect(browserStorage.keys().toSorted()).toEqual([
      'soldesk.appearance',
      'soldesk.calendar.ada',
      'soldesk.calendar.bob',
      'theme',
    ])
  })
})
