import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

type Entry = {
  version?: string
  integrity?: string
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  optionalDependencies?: Record<string, string>
}

const file = path.resolve(import.meta.dirname, '../../package-lock.json')
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }

/** Where Node would look for `name` from the package at `place`. */
const resolve = (place: string, name: string): string | undefined => {
  const parents = place.split('node_modules/').filter((part) => part !== '')
  return Array.from({ length: parents.length + 1 }, (_, depth) => [
    ...parents.slice(0, depth),
    name,
  ])
    .map((steps) => steps.map((part) => `node_modules/${part.replace(/\/$/, '')}`).join('/'))
    .find((candidate) => packages[candidate] !== undefined)
}

describe('package-lock.json', () => {
  it('names every optional package, as npm ci demands, also of platforms not installed here', () => {
    const absent = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => resolve(place, name) === undefined),
    )
    expect(absent).toEqual([])
  })

  it('pins the bytes of everything that is installed on a Linux machine', () => {
    const isForeign = ({ os, cpu, optional }: Entry) =>
      optional === true && (![os].flat().includes('linux') || ![cpu].flat().includes('x64'))
    const unpinned = Object.entries(packages).filter(
      ([place, entry]) =>
        place.startsWith('node_modules/') &&
        entry.version !== undefined &&
        entry.integrity === undefined &&
        !isForeign(entry) &&
        !place.endsWith('-musl'),
    )
    expect(unpinned.map(([place]) => place)).toEqual([])
  })
})
