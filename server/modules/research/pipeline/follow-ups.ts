import type { Story } from '#contract/research-digest.ts'

import type { Plan } from './plan.ts'

const MOST = 4

/** Questions that go on from this one, each of which can be asked as it stands. */
export function followUps({ subjects, window }: Plan, stories: readonly Story[]): string[] {
  const names = subjects.map(({ name }) => name)
  const [first, second] = names
  const [story] = stories
  const made = [
    ...(first === undefined
      ? []
      : [
          window.isGiven
            ? `What happened to ${first} in the last 30 days?`
            : `What happened to ${first} in the last 24 hours?`,
          `Which releases did the developers of ${first} publish?`,
        ]),
    ...(first !== undefined && second !== undefined ? [`${first} and ${second} compared`] : []),
    ...(story === undefined ? [] : [story.title.replace(/^(?:\[?DEMO\]?:?\s*)+/, '')]),
    ...(first === undefined
      ? ['What is new on Solana today?']
      : [`${first} price and volume today`]),
  ]
  return [...new Set(made)].slice(0, MOST)
}
