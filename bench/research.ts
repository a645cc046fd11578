import { createSearchIndex } from '#server/modules/research/ranking/search-index.ts'
import { clusterTexts } from '#server/modules/research/ranking/cluster.ts'
import { prepareTitle, isSameReport } from '#server/modules/research/ranking/dedupe.ts'
import { extractTerms } from '#server/modules/research/text/words.ts'
import {
  bCubed,
  cranfield,
  hasResearchData,
  headlines,
  ndcgAt10,
  type Headline,
} from '#bench/support/research.ts'

/**
 * How well research finds, groups and separates repetitions, on public test sets beside the project: Cranfield with
 * its judged questions, and headlines of a news aggregator with their stories. Every figure is measured through the
 * functions that a digest is made with. The halves of the stories show how much a figure hangs on which stories it is.
 */

const BUDGET = { ndcg: 0.38, questionMs: 5, f1: 0.72, precision: 0.8, repetitions: 0.97 }
const ROUNDS = 5

export async function run(): Promise<void> {
  if (!hasResearchData()) {
    console.log('skipped: needs ../shared/data/research, which is not here')
    return
  }
  const missed = [...retrieval(), ...stories(), ...storiesOfFew(), ...repetitions()]
  if (missed.length > 0) throw new Error(`research: ${missed.join('; ')}`)
}

function retrieval(): string[] {
  const { texts, questions } = cranfield()
  const search = createSearchIndex(texts)
  let ndcg = 0
  for (const { text, gains } of questions) {
    const ranking = search(text).flatMap(({ index }) => texts[index]?.id ?? [])
    ndcg += ndcgAt10(ranking, gains) / questions.length
  }
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = cpuMs()
    for (const { text } of questions) search(text)
    times.push((cpuMs() - start) / questions.length)
  }
  const questionMs = times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
  console.log(
    `retrieval: ${questions.length} questions over ${texts.length} texts, nDCG@10 ${ndcg.toFixed(3)} (budget ${BUDGET.ndcg}), ${questionMs.toFixed(2)} ms a question (budget ${BUDGET.questionMs})`,
  )
  return [
    ...(ndcg < BUDGET.ndcg ? [`nDCG@10 ${ndcg.toFixed(3)}`] : []),
    ...(questionMs > BUDGET.questionMs ? [`${questionMs.toFixed(2)} ms a question`] : []),
  ]
}

function stories(): string[] {
  const all = headlines()
  const names = [...new Set(all.map(({ story }) => story))].toSorted()
  const half = (rest: number): Headline[] => {
    const own = new Set(names.filter((_, place) => place % 2 === rest))
    return all.filter(({ story }) => own.has(story))
  }
  const whole = grouped(all)
  console.table({
    'all stories': shown(whole),
    'even stories': shown(grouped(half(0))),
    'odd stories': shown(grouped(half(1))),
  })
  console.log(`stories: B³ F1 budget ${BUDGET.f1} with precision ${BUDGET.precision}`)
  return [
    ...(whole.f1 < BUDGET.f1 ? [`story F1 ${whole.f1.toFixed(3)}`] : []),
    ...(whole.precision < BUDGET.precision
      ? [`story precision ${whole.precision.toFixed(3)}`]
      : []),
  ]
}

const SAMPLES = 60
const STORIES_OF_SAMPLE = 24
/** Reports of one story among what a question finds: often one, seldom many. */
const REPORTS = [1, 1, 1, 1, 2, 2, 3, 4]

/** As many headlines as one question finds, drawn from one half of the stories, the same ones in every run. */
function storiesOfFew(): string[] {
  const byStory = Map.groupBy(headlines(), ({ story }) => story)
  const names = [...byStory.keys()].toSorted()
  const draw = randomBy(7)
  const shuffled = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, at: draw() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  const half = (rest: number) => {
    const own = names.filter((_, place) => place % 2 === rest)
    const measured = Array.from({ length: SAMPLES }, () => {
      const drawn = shuffled(own).slice(0, STORIES_OF_SAMPLE)
      const headlinesOf = (name: string) => shuffled(byStory.get(name) ?? [])
      const count = () => REPORTS[Math.floor(draw() * REPORTS.length)] ?? 1
      return grouped(shuffled(drawn.flatMap((name) => headlinesOf(name).slice(0, count()))))
    })
    const mean = (of: 'precision' | 'recall' | 'f1') =>
      measured.reduce((sum, one) => sum + one[of] / SAMPLES, 0)
    return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') }
  }
  const halves = [half(0), half(1)] as const
  console.table({ 'few, even stories': shown(halves[0]), 'few, odd stories': shown(halves[1]) })
  return halves.flatMap(({ f1, precision }) => [
    ...(f1 < BUDGET.f1 ? [`F1 ${f1.toFixed(3)} among few`] : []),
    ...(precision < BUDGET.precision ? [`precision ${precision.toFixed(3)} among few`] : []),
  ])
}

/** Numbers from 0 to 1 by a linear congruence (Numerical Recipes), so that every run draws the same. */
function randomBy(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
}

const grouped = (items: readonly Headline[]) =>
  bCubed(
    items.map(({ story }) => story),
    clusterTexts(items.map(({ title, timeMs }) => ({ words: extractTerms(title), timeMs }))),
  )

const shown = ({ precision, recall, f1 }: ReturnType<typeof grouped>) => ({
  precision: precision.toFixed(3),
  recall: recall.toFixed(3),
  F1: f1.toFixed(3),
})

function repetitions(): string[] {
  const titles = headlines().map(({ title, timeMs, story }) => ({
    story,
    compared: prepareTitle(title, timeMs),
  }))
  let found = 0
  let right = 0
  for (const [place, a] of titles.entries()) {
    for (const b of titles.slice(place + 1)) {
      if (!isSameReport(a.compared, b.compared)) continue
      found += 1
      if (a.story === b.story) right += 1
    }
  }
  const precision = found === 0 ? 0 : right / found
  console.log(
    `repetitions: ${found} pairs, precision ${precision.toFixed(4)} (budget ${BUDGET.repetitions})`,
  )
  return precision < BUDGET.repetitions ? [`repetition precision ${precision.toFixed(4)}`] : []
}

/** Processor time of this thread, which other work on the machine disturbs less than the clock. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e3
}
