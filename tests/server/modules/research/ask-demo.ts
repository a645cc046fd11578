import type { Answer } from '#contract/research/digest.ts'
import { runResearch } from '#server/modules/research/pipeline/run-research.ts'
import { createDemoRegistry } from '#server/modules/research/source-registry.ts'

/** Asks the demo one question after another, each a follow-up of the one before, and returns the answer to the last. */
export async function askDemo(...questions: string[]): Promise<Answer | undefined> {
  const node = (): Promise<never> => Promise.reject(new Error('no node'))
  const registry = createDemoRegistry({ node, demoMints: [], slowestMs: 0 })
  const { digest } = await runResearch(
    { query: questions.at(-1) ?? '', earlierQueries: questions.slice(0, -1), ownSources: [] },
    registry,
    { progress: { stage() {}, source() {} }, signal: new AbortController().signal },
  )
  return digest.answer ?? undefined
}
