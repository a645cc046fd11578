import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { toRoute } from '#server/intents/tool-route.ts'
import { measureCertainty, createRouter, type Route } from '#server/intents/router.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data/research')
const FOLDS = 4

type Similes = { name: string; description: string; similes: string[] }[]
type Intents = Record<'train' | 'val' | 'oos_train' | 'oos_val', [string, string][]>

const read = (name: string): Buffer | null => {
  const file = path.join(FOLDER, name)
  return existsSync(file) ? readFileSync(file) : null
}

export type ToolRouting = { phrases: number; top1: number; top3: number; msPerPhrase: number }

/** Phrases of 147 tools, each fourth held out in turn; odd ones only, since weights were chosen on the even ones. */
export function measureTools(): ToolRouting | null {
  const file = read('solana-agent-kit-similes.json')
  if (file === null) return null
  const tools = JSON.parse(file.toString()) as Similes
  let [phrases, top1, top3, ms] = [0, 0, 0, 0]
  for (let fold = 0; fold < FOLDS; fold += 1) {
    let counted = 0
    const held: { phrase: string; id: string; isGate: boolean }[] = []
    const routes = tools.map(({ name, description, similes }) => {
      const examples = similes.filter((phrase) => {
        const at = counted
        counted += 1
        if (at % FOLDS !== fold) return true
        held.push({ phrase, id: name, isGate: Math.floor(at / FOLDS) % 2 === 1 })
        return false
      })
      return toRoute({ name, description, examples })
    })
    const router = createRouter(routes)
    const startedAt = performance.now()
    for (const { phrase, id, isGate } of held) {
      if (!isGate) continue
      const best = router.rank(phrase).slice(0, 3)
      phrases += 1
      if (best[0]?.id === id) top1 += 1
      if (best.some((found) => found.id === id)) top3 += 1
    }
    ms += performance.now() - startedAt
  }
  return { phrases, top1: top1 / phrases, top3: top3 / phrases, msPerPhrase: ms / phrases }
}

export type IntentRouting = {
  inScope: number
  inScopeAfterReject: number
  outOfScopeRecall: number
  leastCertainty: number
}

/** Share of the training half's strangers that the threshold turns away. */
const TURNED_AWAY = 0.83

export function measureIntents(): IntentRouting | null {
  const file = read('clinc150-small-train-val.json.gz')
  if (file === null) return null
  const sets = JSON.parse(gunzipSync(file).toString()) as Intents
  const byIntent = Map.groupBy(sets.train, ([, intent]) => intent)
  const routes = [...byIntent].map(([id, phrases]): Route => ({
    id,
    texts: phrases.map(([text]) => ({ text, weight: 1 })),
  }))
  const router = createRouter(routes)
  const judge = ([phrase, intent]: [string, string]) => {
    const ranked = router.rank(phrase)
    return { isRight: ranked[0]?.id === intent, certainty: measureCertainty(ranked) }
  }
  const strangers = sets.oos_train.map((entry) => judge(entry).certainty).toSorted((a, b) => a - b)
  const leastCertainty = strangers[Math.floor(strangers.length * TURNED_AWAY)] ?? 0
  const known = sets.val.map(judge)
  const unknown = sets.oos_val.map(judge)
  const share = (count: number, of: readonly unknown[]) => count / of.length
  return {
    inScope: share(known.filter(({ isRight }) => isRight).length, known),
    inScopeAfterReject: share(
      known.filter(({ isRight, certainty }) => isRight && certainty >= leastCertainty).length,
      known,
    ),
    outOfScopeRecall: share(
      unknown.filter(({ certainty }) => certainty < leastCertainty).length,
      unknown,
    ),
    leastCertainty,
  }
}
