import { certaintyOf, createRouter } from '#server/intents/router.ts'
import { routeOf } from '#server/intents/tool-route.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'

type Reading =
  | { kind: 'tool'; tool: AssistantTool }
  | { kind: 'unsure'; tools: AssistantTool[] }
  | { kind: 'unknown' }

export type IntentMatcher = {
  /** `phrase` has kinds in place of entities; `question` is the original. */
  read(phrase: string, question?: string): Reading
  for(tools: readonly AssistantTool[]): IntentMatcher
}

/** A lower score does not ask for a tool. */
const MIN_CERTAINTY = 0.14
/** A second tool this close to the first makes the match unsure. */
const NEAR = 0.88

export function createIntentMatcher(tools: readonly AssistantTool[]): IntentMatcher {
  const router = createRouter(tools.map(routeOf))
  const examples = new Map(
    tools.flatMap(({ name, examples: phrases = [] }) =>
      phrases.map((phrase) => [plain(phrase), name] as const),
    ),
  )
  const over = (current: readonly AssistantTool[]): IntentMatcher => ({
    read(phrase, question = phrase) {
      const asked = examples.get(plain(question))
      const example = current.find(({ name }) => name === asked)
      if (example !== undefined) return { kind: 'tool', tool: example }
      const ranked = router.rank(phrase)
      const found = ranked.slice(0, 3).flatMap(({ id, score }) => {
        const tool = current.find(({ name }) => name === id)
        return tool === undefined ? [] : [{ tool, score }]
      })
      const [first] = found
      if (first === undefined || certaintyOf(ranked) < MIN_CERTAINTY) return { kind: 'unknown' }
      const near = found.filter(({ score }) => score >= first.score * NEAR)
      return near.length === 1
        ? { kind: 'tool', tool: first.tool }
        : { kind: 'unsure', tools: near.map(({ tool }) => tool) }
    },
    for: over,
  })
  return over(tools)
}

const plain = (phrase: string): string =>
  phrase
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[ ?!.]+$/, '')
