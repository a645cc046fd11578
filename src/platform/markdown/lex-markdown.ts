import { Lexer, Tokenizer, type MarkedToken, type Tokens } from 'marked'

/** Quotes, lists, emphasis and links that are nested deeper stay text. */
const MAX_NESTING = 32
/** A longer answer is cut, with a note. */
const MAX_CHARACTERS = 100_000
/** Longer paragraphs stay text: marked searches all of a paragraph for the end of each emphasis, which is quadratic. */
const MAX_INLINE_CHARACTERS = 6_000
const MAX_INLINE_MARKS = 400

type Inline = (src: string, tokens?: MarkedToken[]) => MarkedToken[]

/** Leaves markdown that is nested too deep as text. */
class BoundedTokenizer extends Tokenizer {
  #depth = 0

  #within<Found>(read: () => Found): Found | undefined {
    if (this.#depth >= MAX_NESTING) return undefined
    this.#depth += 1
    try {
      return read()
    } finally {
      this.#depth -= 1
    }
  }

  override blockquote(src: string) {
    return this.#within(() => super.blockquote(src))
  }

  override list(src: string) {
    return this.#within(() => super.list(src))
  }

  override emStrong(src: string, maskedSrc: string, prevChar?: string) {
    return this.#within(() => super.emStrong(src, maskedSrc, prevChar))
  }

  override del(src: string, maskedSrc: string, prevChar?: string) {
    return this.#within(() => super.del(src, maskedSrc, prevChar))
  }

  override link(src: string) {
    return this.#within(() => super.link(src))
  }

  override reflink(src: string, links: Parameters<Tokenizer['reflink']>[1]) {
    return this.#within(() => super.reflink(src, links))
  }
}

const isTooCostly = (src: string): boolean =>
  src.length > MAX_INLINE_CHARACTERS || (src.match(/[*_~`[<\\]/g)?.length ?? 0) > MAX_INLINE_MARKS

class BoundedLexer extends Lexer {
  override inlineTokens: Inline = (src, tokens = []) => {
    if (!isTooCostly(src)) return super.inlineTokens(src, tokens) as MarkedToken[]
    const text: Tokens.Text = { type: 'text', raw: src, text: src }
    tokens.push(text)
    return tokens
  }
}

const lex = (text: string): MarkedToken[] =>
  new BoundedLexer({ gfm: true, tokenizer: new BoundedTokenizer() }).lex(text) as MarkedToken[]

export type MarkdownBlocks = {
  readonly blocks: readonly MarkedToken[]
  /** Number of characters that were cut off. */
  readonly omitted: number
}

/** Returns the index of the last block with content. Appended text can change that block and those after it. */
const lastOpenBlock = (blocks: readonly MarkedToken[]): number => {
  const last = blocks.findLastIndex(({ type }) => type !== 'space')
  return Math.max(0, last)
}

/**
 * Returns a markdown parser that remembers its last text. If text was only appended, it parses the end again and returns
 * the same objects for the earlier blocks, so that they do not render again.
 */
export const createMarkdownReader = (): ((text: string) => MarkdownBlocks) => {
  let lastText = ''
  let blocks: readonly MarkedToken[] = []
  return (answer) => {
    const text = answer.slice(0, MAX_CHARACTERS).replaceAll(/\r\n?/g, '\n')
    if (text !== lastText) {
      const settled = text.startsWith(lastText) ? blocks.slice(0, lastOpenBlock(blocks)) : []
      const start = settled.reduce((sum, { raw }) => sum + raw.length, 0)
      blocks = [...settled, ...lex(text.slice(start))]
      lastText = text
    }
    return { blocks, omitted: Math.max(0, answer.length - MAX_CHARACTERS) }
  }
}
