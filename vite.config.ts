import { readFileSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

const WEB3_UNUSED = new URL('stubs/web3-unused.js', import.meta.url).pathname
const WEB3_IMPORTERS = /\/node_modules\/(@solana\/web3\.js|jayson)\//
const UNUSED_BY_WEB3 = new Set(['@noble/curves/secp256k1', '@noble/hashes/sha3', 'borsh', 'uuid'])

/** Takes out of web3.js what it imports at its top and this product never runs: 12 kB (gzip) of the wallet's chunk. */
const lighterWeb3: Plugin = {
  name: 'lighter-web3',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    UNUSED_BY_WEB3.has(source) && importer !== undefined && WEB3_IMPORTERS.test(importer)
      ? WEB3_UNUSED
      : null,
}

const source = (file: string) => path.join(import.meta.dirname, 'src', file)

const ENTRY = [source('main.tsx')]
const SIGN_IN = [source('app/screens/login-screen.tsx')]
const SIGNED_IN = ['app/router.tsx', 'app/screens/ios-desktop-screen.tsx'].map(source)
/** What speaks with the server: nothing waits for it before it is painted. */
const API = [source('platform/auth/page-session.ts')]
const ADDED_APPS = [source('app/follow-added-apps.ts')]
const WINDOWS = [source('platform/windows/frame/window-stack.tsx')]
const QUERIES = [source('app/query-scope.tsx')]
/** What windows of several kinds show. */
const BODIES = [source('app/bodies/app-chat-body.tsx')]
const TOASTS = [source('ui/toast/toaster.tsx')]
const HOME = [source('app/screens/home-screen.tsx')]
const PARTS = /[\\/](src[\\/]ui|lucide-react)[\\/]/

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** The modules that come along with these, themselves among them. */
const withImports = (graph: Graph, roots: readonly string[]): ReadonlySet<string> => {
  const reached = new Set<string>()
  const visit = (id: string) => {
    if (reached.has(id)) return
    reached.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  roots.forEach(visit)
  return reached
}

/**
 * Which modules share a chunk. What a page needs at its start comes in a handful of files: by themselves the modules
 * would make fifty, and a browser asks for six at a time. The first that names a module has it; each holds whatever its
 * modules import, so that no chunk needs one that comes later.
 */
const createGroups = (): Rolldown.CodeSplittingGroup[] => {
  const reached = new Map<readonly string[], ReadonlySet<string>>()
  const isWith = (roots: readonly string[], id: string, graph: Graph) => {
    const known = reached.get(roots) ?? withImports(graph, roots)
    reached.set(roots, known)
    return known.has(id)
  }
  type Rule = (isIn: (roots: readonly string[]) => boolean, id: string) => boolean
  const rules: readonly (readonly [name: string, rule: Rule])[] = [
    [
      'start',
      // One style sheet: Vite never asks again for the sheet of a lazy chunk that failed to load once.
      (isIn, id) =>
        isIn(ENTRY) ||
        id.startsWith('\0rolldown') ||
        id.endsWith('.css') ||
        // What the sign-in page has in common with the rest is a few parts.
        (isIn(SIGN_IN) && [SIGNED_IN, WINDOWS, QUERIES, BODIES, HOME].some((roots) => isIn(roots))),
    ],
    ['sign-in', (isIn) => isIn(SIGN_IN)],
    // The sign-in page fetches it when someone begins to sign in.
    ['toasts', (isIn) => isIn(TOASTS)],
    ['signed-in', (isIn) => isIn(SIGNED_IN)],
    // Two, since each is run at one go.
    ['api', (isIn) => isIn(API)],
    ['added-apps', (isIn) => isIn(ADDED_APPS)],
    ['windows', (isIn) => isIn(WINDOWS)],
    ['queries', (isIn) => isIn(QUERIES)],
    ['parts', (isIn, id) => PARTS.test(id) && isIn(BODIES)],
  ]
  return rules.map(([name, rule], index) => ({
    debugName: name,
    name: (id, graph) => (rule((roots) => isWith(roots, id, graph), id) ? name : null),
    priority: rules.length - index,
  }))
}

/** Tells public/theme.js the files of the screens that come after the first, in the order in which they are wanted. */
const namesEarlyChunks = (): Plugin => ({
  name: 'names-early-chunks',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const filesOf = (roots: readonly string[]) => {
        const files = new Set<string>()
        const add = (file: string) => {
          if (files.has(file)) return
          for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) {
            add(imported)
          }
          files.add(file)
        }
        for (const { fileName, moduleIds } of chunks) {
          if (moduleIds.some((id) => roots.includes(id))) add(fileName)
        }
        return files
      }
      const start = filesOf(ENTRY)
      const listOf = (roots: readonly string[]) =>
        [...filesOf(roots)]
          .filter((file) => !start.has(file))
          .map((file) => `/${file}`)
          .join(' ')
      const attributes = Object.entries({
        'sign-in': SIGN_IN,
        'signed-in': SIGNED_IN,
        windows: WINDOWS,
      }).map(([name, roots]) => ` data-${name}="${listOf(roots)}"`)
      return html
        .replace('<script src="/theme.js"', (tag) => tag + attributes.join(''))
        .replace(/<script type="module"(?=[^>]*\/start-)/, (tag) => `${tag} blocking="render"`)
    },
  },
})

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [lighterWeb3, react(), tailwindcss(), namesEarlyChunks()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Modules named in the entry's own graph are preloaded; lazy chunks are fetched when their window opens.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: createGroups() } },
    },
  },
  server: {
    proxy: {
      '/api': { target: apiOrigin, changeOrigin: false },
      '/rpc': { target: apiOrigin, changeOrigin: false, ws: true },
    },
  },
})
