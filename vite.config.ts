import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  plugins: [react(), tailwindcss()],
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
