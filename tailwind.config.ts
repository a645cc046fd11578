import type { Config } from 'tailwindcss'

/** Where the class names are and what selects the dark theme. The tokens are in the `@theme` block of src/index.css. */
export default {
  content: ['./index.html', './src/**/*.{ts,tsx}'],
  darkMode: ['selector', '[data-theme="dark"]'],
} satisfies Config
