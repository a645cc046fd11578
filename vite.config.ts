import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin, Rolldown } from 'vite'

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

const source = (file: string) => path.join(import.meta.dirname, 'src', file)

/** Modules that share a chunk with everything they import. The first group that reaches a module gets it. */
const GROUPS: Record<string, string[]> = {
  start: [source('main.tsx')],
  'signed-in': [
    'app/router.tsx',
    'app/screens/ios-desktop-screen.tsx',
    // Small parts that windows share with other screens, which need no windows.
    'platform/windows/window-title.ts',
    'ui/badge.tsx',
    'ui/feedback/skeleton.tsx',
  ]
    .map(source)
    .concat(fileURLToPath(import.meta.resolve('lucide-react/icons/check'))),
  api: [source('platform/auth/page-session.ts')],
  windows: [source('platform/windows/frame/window-stack.tsx')],
  queries: [source('app/query-scope.tsx')],
}

const groups = Object.entries(GROUPS).map(
  ([name, modules], index, { length }): Rolldown.CodeSplittingGroup => ({
    name,
    test: (id) => modules.includes(id),
    priority: length - index,
  }),
)

/** Names the chunk of the signed-in screens in index.html, so that public/theme.js can preload it. */
const nameSignedInChunk: Plugin = {
  name: 'name-signed-in-chunk',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunk = Object.values(bundle).find(({ name }) => name === 'signed-in')
      if (chunk === undefined) throw new Error('The build has no chunk "signed-in"')
      return html.replace('src="/theme.js"', `$& data-signed-in="/${chunk.fileName}"`)
    },
  },
}

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [react(), tailwindcss(), nameSignedInChunk],
  // The server puts the nonce of each response here; see server/http/static-site.ts.
  html: { cspNonce: '__STYLE_NONCE__' },
  build: {
    target: 'es2023',
    sourcemap: false,
    // Vite never requests the style sheet of a lazy chunk again after it failed to load once.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    proxy: {
      '/api': { target: apiOrigin, changeOrigin: false },
      '/rpc': { target: apiOrigin, changeOrigin: false, ws: true },
    },
  },
})
