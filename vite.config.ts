import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [lighterWeb3, react(), tailwindcss()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Modules named in the entry's own graph are preloaded; lazy chunks are fetched when their window opens.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: apiOrigin, changeOrigin: false },
      '/rpc': { target: apiOrigin, changeOrigin: false, ws: true },
    },
  },
})
