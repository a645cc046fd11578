import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Each folder with a `bench.ts` is one claim: `run` prints a table and throws when a budget is missed. */
type Bench = { run: (options: readonly string[]) => Promise<void> }

const locate = (name: string) => path.join(import.meta.dirname, name, 'bench.ts')
const all = readdirSync(import.meta.dirname).filter((name) => existsSync(locate(name)))

const [names, options] = split(process.argv.slice(2))
const unknown = names.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}; there are: ${all.join(', ')}`)
  process.exit(1)
}

const failed: string[] = []
for (const name of names.length > 0 ? names : all) {
  console.log(`\n— ${name}`)
  const bench = (await import(pathToFileURL(locate(name)).href)) as Bench
  try {
    await bench.run(options)
  } catch (error) {
    failed.push(name)
    console.error(error)
  }
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`)
  process.exit(1)
}

function split(words: readonly string[]): [string[], string[]] {
  const at = words.findIndex((word) => word.startsWith('--'))
  return at < 0 ? [[...words], []] : [words.slice(0, at), words.slice(at)]
}
