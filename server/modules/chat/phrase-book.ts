import { certaintyOf, createRouter, type Route } from './router.ts'
import type { AssistantTool } from './tool.ts'

type Routable = Pick<AssistantTool, 'name' | 'title' | 'description' | 'examples'>

type Reading =
  | { kind: 'tool'; tool: AssistantTool }
  /** Two or three fit alike. */
  | { kind: 'unsure'; tools: AssistantTool[] }
  | { kind: 'unknown' }

export type PhraseBook = {
  read(phrase: string): Reading
  /** The same phrases, meaning the tools of that list. */
  for(tools: readonly AssistantTool[]): PhraseBook
}

/** Names and descriptions say more than one phrase does. */
const NAME_WEIGHT = 1.3
/** Below this a phrase asks for something else. */
const LEAST_CERTAINTY = 0.14
/** A second tool this close to the first may be meant as well. */
const NEAR = 0.88

/** Examples that a router learns a tool from. */
export const routeOf = ({ name, title, description, examples = [] }: Routable): Route => ({
  id: name,
  texts: [
    { text: plainName(name), weight: NAME_WEIGHT },
    ...(title === undefined ? [] : [{ text: title, weight: 1 }]),
    { text: description.slice(0, 400), weight: NAME_WEIGHT },
    ...examples.map((text) => ({ text, weight: 1 })),
  ],
})

/** The words of `app__readNote`, without the app's. */
const plainName = (name: string): string =>
  (name.split('__').at(-1) ?? name)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()

/** What phrases mean which of these tools. */
export function createPhraseBook(tools: readonly AssistantTool[]): PhraseBook {
  const router = createRouter(tools.map(routeOf))
  const over = (current: readonly AssistantTool[]): PhraseBook => ({
    read(phrase) {
      const ranked = router.rank(phrase)
      const found = ranked.slice(0, 3).flatMap(({ id, score }) => {
        const tool = current.find(({ name }) => name === id)
        return tool === undefined ? [] : [{ tool, score }]
      })
      const [first] = found
      if (first === undefined || certaintyOf(ranked) < LEAST_CERTAINTY) return { kind: 'unknown' }
      const near = found.filter(({ score }) => score >= first.score * NEAR)
      return near.length === 1
        ? { kind: 'tool', tool: first.tool }
        : { kind: 'unsure', tools: near.map(({ tool }) => tool) }
    },
    for: over,
  })
  return over(tools)
}
