import { describe, expect, it } from 'vitest'
import { CHAT_WORDS } from '#server/intents/translate/chat-words.ts'
import { foldWord, readDictionaries } from '#server/intents/translate/dictionary.ts'
import { QUESTION_WORDS } from '#server/intents/translate/question-words.ts'
import { findRepair } from '#server/intents/translate/repair.ts'
import { createTranslator } from '#server/intents/translate/translator.ts'

const translator = createTranslator({
  dictionaries: readDictionaries(`
english | de | zh
how much | wie viel | 多少
how | wie |
fee | gebühr* |
- | denn | 的`),
  isEnglish: (word) => ['how', 'much', 'is'].includes(word),
})

describe('the tables of words', () => {
  it.each([
    ['of chats', CHAT_WORDS],
    ['of questions', QUESTION_WORDS],
  ])('%s have no entry twice in a language', (_, table) => {
    const [header = '', ...rows] = table.trim().split('\n')
    const twice = header.split('|').flatMap((_, column) => {
      if (column === 0) return []
      const entries = rows.flatMap((row) =>
        (row.split('|')[column] ?? '').split(',').map((entry) => foldWord(entry.trim())),
      )
      return entries.filter((entry, at) => entry !== '' && entries.indexOf(entry) < at)
    })
    expect(twice).toEqual([])
  })

  it.each([
    ['of chats', CHAT_WORDS],
    ['of questions', QUESTION_WORDS],
  ])('%s have no row with more cells than columns', (_, table) => {
    const [header = '', ...rows] = table.trim().split('\n')
    const columns = header.split('|').length
    expect(rows.filter((row) => row.split('|').length > columns)).toEqual([])
  })
})

describe('the translator', () => {
  it('detects the language with the most known words', () => {
    expect(translator.detectLanguage('Wie viel Gebühren?')).toBe('de')
    expect(translator.detectLanguage('How much is wie?')).toBe('en')
    expect(translator.detectLanguage('SOL 多少')).toBe('zh')
  })

  it('takes the longest entry, any ending and the place of each', () => {
    expect(translator.read('Wie viel Gebühren, denn?', 'de')).toEqual([
      { word: 'wie', from: 0, to: 8, english: 'how much' },
      { word: 'gebuhren', from: 9, to: 17, english: 'fee' },
      { word: 'denn', from: 19, to: 23, english: '' },
    ])
  })

  it('cuts Chinese into entries and single letters', () => {
    expect(translator.read('费的多少', 'zh').map(({ english }) => english)).toEqual([
      null,
      '',
      'how much',
    ])
  })
})

describe('a mistyped word', () => {
  it.each([
    ['balnace', 'balance'],
    ['oepn', 'open'],
    ['smrt', 'smart'],
    ['coin', null],
    ['sand', null],
    ['bal4nce', null],
  ])('turns %s into %s', (word, meant) => {
    expect(findRepair(word, ['balance', 'open', 'send', 'smart', 'coins'])).toBe(meant)
  })
})
