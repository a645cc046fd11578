import type { Route } from './router.ts'

const NAME_WEIGHT = 1.3

export const toRoute = ({
  name,
  title,
  description,
  examples = [],
}: {
  name: string
  title?: string
  description: string
  examples?: readonly string[]
}): Route => ({
  id: name,
  texts: [
    { text: plainName(name), weight: NAME_WEIGHT },
    ...(title === undefined ? [] : [{ text: title, weight: 1 }]),
    { text: description.slice(0, 400), weight: NAME_WEIGHT },
    ...examples.map((text) => ({ text, weight: 1 })),
  ],
})

/** Returns the words of `app__readNote` without the name of the app. */
const plainName = (name: string): string =>
  (name.split('__').at(-1) ?? name)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
