import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Every other file here is one claim; each exports `run`, which prints a table and throws when a budget is missed. */
type Bench = { run: (options: readonly string[]) => Promise<void> }

const own = path.basename(import.meta.filename)
const all = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== own && !file.startsWith('support'))
  .map((file) => path.basename(file, '.ts'))

const [names, options] = split(process.argv.slice(2))
const wanted = names
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}; there are: ${all.join(', ')}`)
  process.exit(1)
}

const failed: string[] = []
for (const name of wanted.length > 0 ? wanted : all) {
  console.log(`\n— ${name}`)
  const file = pathToFileURL(path.join(import.meta.dirname, `${name}.ts`)).href
  const bench = (await import(file)) as Bench
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
