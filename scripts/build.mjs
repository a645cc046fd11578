import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fail, projectEnv, projectNode, root } from './install.mjs'

const INPUTS = [
  'src',
  'contract',
  'public',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'package-lock.json',
]
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest|woff)$/
// Below this a compressed copy saves no packet.
const MIN_BYTES = 860

const stampFile = path.join(root, 'dist', '.inputs')

const filesBelow = (place) =>
  readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .toSorted()

const inputsHash = () => {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    const place = path.join(root, input)
    if (!existsSync(place)) continue
    const files = /\.\w+$/.test(input) ? [place] : filesBelow(place)
    for (const file of files)
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

const compress = async (file) => {
  const bytes = readFileSync(file)
  if (bytes.length < MIN_BYTES) return
  const br = await promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  const gz = await promisify(gzip)(bytes, { level: 9 })
  writeFileSync(`${file}.br`, br)
  writeFileSync(`${file}.gz`, gz)
}

/** Builds the browser side into dist/ with compressed copies, unless it is already made from the same inputs. */
export const ensureBuilt = async () => {
  const hash = inputsHash()
  const current = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (current === hash) return
  process.stdout.write('Building the browser side …\n')
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const result = spawnSync(projectNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: projectEnv(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (result.status !== 0) fail('The build failed; see the lines above.')
  const dist = path.join(root, 'dist')
  await Promise.all(
    filesBelow(dist)
      .filter((file) => COMPRESSIBLE.test(file))
      .map(compress),
  )
  writeFileSync(stampFile, hash)
}
