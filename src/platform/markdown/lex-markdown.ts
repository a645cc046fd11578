import { Lexer, Tokenizer } from 'marked'
import type { MarkedToken, Tokens } from 'marked'

/** Quotes, lists, emphasis and links inside one another; what is nested deeper stays text. */
const MAX_NESTING = 32
/** A longer answer is shown up to here, and says so. */
const MAX_CHARACTERS = 100_000
/** Marked looks for the end of every emphasis to the end of its paragraph, which is quadratic; longer ones stay text. */
const MAX_INLINE_CHARACTERS = 6_000
/** Marks that could open emphasis, a link or code. */
const MAX_INLINE_MARKS = 400

type Inline = (src: string, tokens?: MarkedToken[]) => MarkedToken[]

/** Counts how deep the parts of a text lie in one another and takes what is too deep for text. */
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
  /** Characters that are not shown, of a text beyond the limit. */
  readonly omitted: number
}

/** Where the last block that means something begins; whatever is appended can change that one and what follows. */
const lastOpenBlock = (blocks: readonly MarkedToken[]): number => {
  const last = blocks.findLastIndex(({ type }) => type !== 'space')
  return Math.max(0, last)
}

/**
 * Reads markdown into blocks. A reader remembers its last text: of one that only grew, it reads the end anew and gives
 * the same objects for the blocks before, so that what is drawn from them need not be drawn again.
 */
export const createMarkdownReader = (): ((text: string) => MarkdownBlocks) => {
  let seen = ''
  let blocks: readonly MarkedToken[] = []
  return (whole) => {
    const text = whole.slice(0, MAX_CHARACTERS).replaceAll(/\r\n?/g, '\n')
    if (text !== seen) {
      const settled = text.startsWith(seen) ? blocks.slice(0, lastOpenBlock(blocks)) : []
      const start = settled.reduce((sum, { raw }) => sum + raw.length, 0)
      blocks = [...settled, ...lex(text.slice(start))]
      seen = text
    }
    return { blocks, omitted: Math.max(0, whole.length - MAX_CHARACTERS) }
  }
}
