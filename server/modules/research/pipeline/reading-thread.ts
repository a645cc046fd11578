import { enableCompileCache, flushCompileCache } from 'node:module'
import type { Article } from '#server/modules/research/text/read-page.ts'
import type { FoundDocument } from './evidence.ts'

/** Error classes get lost between threads, so an expected failure is a value. */
export type Reading<Result> = { result: Result } | { failure: string }

// Stripping types from the modules is the slowest part of a thread's start.
enableCompileCache()
const { readFeed } = await import('#server/modules/research/sources/read-feed.ts')
const { UnreadableAnswer } = await import('#server/modules/research/sources/source.ts')
const { readArticle } = await import('#server/modules/research/text/read-page.ts')
flushCompileCache()

export function feed(text: string): Reading<FoundDocument[]> {
  try {
    return { result: readFeed(text) }
  } catch (error) {
    if (error instanceof UnreadableAnswer) return { failure: error.message }
    throw error
  }
}

export const article = (html: string): Reading<Article | null> => ({ result: readArticle(html) })
