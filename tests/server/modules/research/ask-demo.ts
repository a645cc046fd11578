import type { Answer } from '#contract/research/digest.ts'
import { runResearch, type SourceRegistry } from '#server/modules/research/pipeline/run-research.ts'
import { createDemoRegistry } from '#server/modules/research/source-registry.ts'
import type { Article } from '#server/modules/research/text/read-page.ts'

const NOW = Date.now()
const node = (): Promise<never> => Promise.reject(new Error('no node'))

/** The pages are the same for all questions, so each is read once. */
const articles = new Map<string, Promise<Article | null>>()

function createDemo(): SourceRegistry {
  const demo = createDemoRegistry({ node, demoMints: [], slowestMs: 0, now: () => NOW })
  const createReaders = demo.openReaders()
  return {
    ...demo,
    openReaders: () => (signal) => {
      const { feed, article } = createReaders(signal)
      const readOnce = (html: string) => {
        const read = articles.get(html) ?? article(html)
        articles.set(html, read)
        return read
      }
      return { feed, article: readOnce }
    },
  }
}

/** Asks the demo one question after another, each a follow-up of the one before, and returns the answer to the last. */
export async function askDemo(...questions: string[]): Promise<Answer | undefined> {
  const { digest } = await runResearch(
    { query: questions.at(-1) ?? '', earlierQueries: questions.slice(0, -1), ownSources: [] },
    createDemo(),
    { progress: { stage() {}, source() {} }, signal: new AbortController().signal },
  )
  return digest.answer ?? undefined
}
