import { expect, it } from 'vitest'
import { findSuggestions, findTyped } from '#src/features/chat/composer/suggestions.ts'

const command = (name: string) => ({
  name,
  title: name,
  description: '',
  points: null,
  needs_input: false,
})

const sources = {
  mentionable: null,
  commands: ['price', 'wallet'].map(command),
  prompts: [
    { name: 'risks', text: 'What are the risks?' },
    { name: 'wallets-to-watch', text: 'Which wallets?' },
  ],
}

const suggest = (text: string) => {
  const typed = findTyped(text, text.length)
  return typed === null ? null : findSuggestions(sources, typed).map(({ title }) => title)
}

it.each([
  ['/', ['/risks', '/wallets-to-watch', '/price', '/wallet']],
  ['/ri', ['/risks', '/price']],
  ['/walle', ['/wallets-to-watch', '/wallet']],
  ['/wallet', ['/wallet', '/wallets-to-watch']],
  ['/größe', []],
  ['/हि', []],
  ['see /ri', null],
])('after %j offers %j', (text, titles) => {
  expect(suggest(text)).toEqual(titles)
})
