import {
  type Dictionaries,
  findWords,
  foldWords,
  foldWord,
  isChinese,
  type Language,
  matchWords,
} from './dictionary.ts'

/** A part of a text: an entry of the dictionary, or one word without an entry. */
type Piece = {
  /** The first word, in lower case and without marks. */
  word: string
  from: number
  to: number
  /** Is empty for what English leaves out, and null for a word without an entry. */
  english: string | null
}

type Translator = {
  /** Returns the language that knows most words of a text, English if none knows more than it. */
  detectLanguage(text: string): Language
  read(text: string, language: Language): Piece[]
}

/** `spell` may repair a word before it is looked up. */
export function createTranslator({
  dictionaries,
  isEnglish,
  spell = (word) => word,
}: {
  dictionaries: Dictionaries
  isEnglish: (word: string) => boolean
  spell?: (word: string, language: Language) => string
}): Translator {
  return {
    detectLanguage(text) {
      const words = foldWords(text)
      if (words.some(isChinese)) return 'zh'
      let best: Language = 'en'
      let most = words.filter(isEnglish).length
      for (const language of ['de', 'es', 'fr', 'pt'] as const) {
        const known = matchWords(words, dictionaries[language])
          .filter(({ english }) => english !== null)
          .reduce((sum, { length }) => sum + length, 0)
        if (known > most) [best, most] = [language, known]
      }
      return best
    },

    read(text, language) {
      const places = findWords(text)
      const words = places.map(({ written }) => spell(foldWord(written), language))
      return matchWords(words, dictionaries[language]).map(({ english, at, length }) => ({
        word: words[at] ?? '',
        from: places[at]?.from ?? 0,
        to: places[at + length - 1]?.to ?? text.length,
        english,
      }))
    },
  }
}
