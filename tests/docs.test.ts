import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const pages = globSync('{README.md,docs/*.md,{localnet,bench,src/platform/windows}/README.md}', {
  cwd: root,
})

const LINK = /\]\((?!https?:|#)([^)#]+)[^)]*\)/gu
const CODE_PATH =
  /`((?:src|server|engine|localnet|solana|contract|tests|e2e|bench|scripts|docs)\/[\w./-]*)`/gu

/** Lists the files and folders that a page names and that do not exist. */
const missingIn = (page: string): string[] => {
  const text = readFileSync(path.join(root, page), 'utf8')
  const links = [...text.matchAll(LINK)].map(([, name = '']) => path.join(path.dirname(page), name))
  const names = [...text.matchAll(CODE_PATH)].map(([, name = '']) => name)
  return [...links, ...names].filter((name) => !existsSync(path.join(root, name)))
}

describe('the documentation', () => {
  it('is found', () => expect(pages.length).toBeGreaterThan(6))

  it.each(pages)('names only files that exist: %s', (page) => {
    expect(missingIn(page)).toEqual([])
  })
})
