import type { MarkedToken, Token } from 'marked'
import { createMarkdownReader } from '#src/platform/markdown/lex-markdown.ts'

const joinWords = (tokens: readonly Token[]): string =>
  tokens.map((token) => toWords(token as MarkedToken)).join('')

const joinSentences = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => toWords(token as MarkedToken).trim())
    .filter((text) => text !== '')
    .join('\n')

const toWords = (token: MarkedToken): string => {
  switch (token.type) {
    case 'table':
      return token.rows
        .map((row) =>
          row
            .map((cell, index) => {
              const head = joinWords(token.header[index]?.tokens ?? [])
              const value = joinWords(cell.tokens)
              return head === '' ? value : `${head}: ${value}`
            })
            .join(', '),
        )
        .join('\n')
    case 'list':
      return token.items.map((item) => joinSentences(item.tokens)).join('\n')
    case 'blockquote':
    case 'list_item':
      return joinSentences(token.tokens)
    case 'br':
      return '\n'
    case 'image':
      return token.text
    case 'space':
    case 'hr':
    case 'def':
    case 'html':
    case 'checkbox':
      return ''
    case 'code':
    case 'codespan':
    case 'escape':
      return token.text
    case 'heading':
    case 'paragraph':
    case 'text':
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return token.tokens === undefined ? token.text : joinWords(token.tokens)
  }
}

/** Returns a markdown text for screen readers, without markup and with tables cell by cell. */
export const toSpokenText = (markdown: string): string =>
  joinSentences(createMarkdownReader()(markdown).blocks)
