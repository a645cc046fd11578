import type { MarkedToken, Token } from 'marked'
import { createMarkdownReader } from '#src/platform/markdown/lex-markdown.ts'

const wordsOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => spoken(token as MarkedToken)).join('')

const sentencesOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => spoken(token as MarkedToken).trim())
    .filter((text) => text !== '')
    .join('\n')

const spoken = (token: MarkedToken): string => {
  switch (token.type) {
    case 'table':
      return token.rows
        .map((row) =>
          row
            .map((cell, index) => {
              const head = wordsOf(token.header[index]?.tokens ?? [])
              const value = wordsOf(cell.tokens)
              return head === '' ? value : `${head}: ${value}`
            })
            .join(', '),
        )
        .join('\n')
    case 'list':
      return token.items.map((item) => sentencesOf(item.tokens)).join('\n')
    case 'blockquote':
    case 'list_item':
      return sentencesOf(token.tokens)
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
      return token.tokens === undefined ? token.text : wordsOf(token.tokens)
  }
}

/** Returns the words of a markdown text as a screen reader should say them: no marks, tables cell by cell. */
export const spokenText = (markdown: string): string =>
  sentencesOf(createMarkdownReader()(markdown).blocks)
