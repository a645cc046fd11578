import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { projectEnv, projectNode, root, runPreparation } from './install.mjs'
import { runStep } from './step.mjs'

const INPUTS = [
  'src',
  'contract',
  'public',
  'stubs',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'package.json',
  'package-lock.json',
]
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt|webmanifest|woff)$/
const MIN_BYTES = 860

const dist = path.join(root, 'dist')
const stampFile = path.join(dist, '.inputs')
const assets = path.join(dist, 'assets')
/** Names the assets of the release in dist/, without those kept from the release before it. */
const releaseFile = path.join(dist, '.release')

const listFiles = (place) =>
  readdirSync(place, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .toSorted()

const hashInputs = () => {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    const place = path.join(root, input)
    if (!existsSync(place)) continue
    const files = /\.\w+$/.test(input) ? [place] : listFiles(place)
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

const listAssets = () => (existsSync(assets) ? readdirSync(assets) : [])

const setAsideRelease = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'soldesk-release-'))
  const names = existsSync(releaseFile)
    ? readFileSync(releaseFile, 'utf8').split('\n')
    : listAssets()
  for (const name of names) {
    const file = path.join(assets, name)
    if (existsSync(file)) copyFileSync(file, path.join(folder, name))
  }
  return folder
}

/** The stamp is written last: the hash of what went in, then every file that came out. */
export const isBuilt = () => {
  if (!existsSync(stampFile)) return false
  const [hash, ...files] = readFileSync(stampFile, 'utf8').split('\n')
  return hash === hashInputs() && files.every((file) => existsSync(path.join(dist, file)))
}

const build = async (onStart) => {
  if (isBuilt()) return
  process.stdout.write('Building the browser side …\n')
  const hash = hashInputs()
  const previous = setAsideRelease()
  try {
    const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const code = await runStep(projectNode(), [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      env: projectEnv(),
      onStart,
    })
    if (code !== 0) throw new Error('The build failed; see the lines above.')
    const compressible = listFiles(dist).filter((file) => COMPRESSIBLE.test(file))
    await Promise.all(compressible.map(compress))
    writeFileSync(releaseFile, listAssets().join('\n'))
    // Tabs that were open before the deploy still ask for these.
    cpSync(previous, assets, { recursive: true, force: false })
  } finally {
    rmSync(previous, { recursive: true, force: true })
  }
  const files = listFiles(dist).map((file) => path.relative(dist, file))
  writeFileSync(stampFile, [hash, ...files].join('\n'))
}

/**
 * Builds the browser side into dist/ with compressed copies, unless it is already made from the same inputs. The assets
 * of the release before stay beside the new ones. Throws with one line when it cannot be built.
 */
export const ensureBuilt = async () => {
  if (!isBuilt()) await runPreparation(build)
}
