import { type Accent, ACCENTS, WALLPAPERS } from '#contract/appearance.ts'
import { createProductTool } from './product-tool.ts'
import type { AssistantTool } from './tool.ts'

const DESKTOP = { id: 'desktop', name: 'Desktop' }

function findChoice(
  name: string,
  choices: readonly string[],
  text: string,
): Record<string, unknown> {
  const lower = text.toLowerCase()
  const found = choices.find((choice) => lower.includes(choice))
  return found === undefined ? {} : { [name]: found }
}

const setTheme = createProductTool({
  name: 'set_theme',
  app: DESKTOP,
  title: 'Change the theme',
  description: 'Switches the appearance to the light or dark theme',
  inputSchema: {
    type: 'object',
    properties: { theme: { type: 'string', enum: ['light', 'dark'] } },
    required: ['theme'],
  },
  asks: { theme: 'Light or dark?' },
  fill: ({ english }) => {
    const isOff = /\b(?:off|too|less|out of|leave|exit|disable)\b/.test(english)
    const isDark = /\bdark(?:er)?\b/.test(english)
    if (!isDark && !/\blight\b/.test(english)) return {}
    return { theme: isDark === isOff ? 'light' : 'dark' }
  },
  aliases: ['theme'],
  run: async (args) => {
    const theme = args['theme'] === 'dark' ? 'dark' : 'light'
    return {
      text: `Switching to the ${theme} theme.`,
      clientAction: { kind: 'set_theme', theme },
    }
  },
})

const setWallpaper = createProductTool({
  name: 'set_wallpaper',
  app: DESKTOP,
  title: 'Change the wallpaper',
  description: 'Changes the wallpaper of the desktop',
  inputSchema: {
    type: 'object',
    properties: { wallpaper: { type: 'string', enum: WALLPAPERS } },
  },
  aliases: ['wallpaper', 'background'],
  fill: ({ question }) => findChoice('wallpaper', WALLPAPERS, question),
  run: async (args) => {
    const wallpaper = WALLPAPERS.find((each) => each === args['wallpaper'])
    return wallpaper === undefined
      ? {
          text: `Changing to the next wallpaper. There are ${WALLPAPERS.join(', ')}.`,
          clientAction: { kind: 'set_wallpaper' },
        }
      : {
          text: `Changing the wallpaper to ${wallpaper}.`,
          clientAction: { kind: 'set_wallpaper', wallpaper },
        }
  },
})

/** Common names of colors, and the accent nearest to each. */
const COLORS: readonly (readonly [RegExp, Accent])[] = [
  [/(?<!\p{L})(?:blue|blau|azul|bleu)(?!\p{L})|蓝/iu, 'azure'],
  [/(?<!\p{L})(?:green|turquoise|grün|verde|vert)(?!\p{L})|绿/iu, 'teal'],
  [/(?<!\p{L})(?:purple|violet|lila|violett|morado|roxo)(?!\p{L})|紫/iu, 'plum'],
  [/(?<!\p{L})(?:pink|red|rosa|rot|rojo|rouge|vermelho)(?!\p{L})|[粉红]/iu, 'rose'],
  [/(?<!\p{L})(?:orange|naranja|laranja)(?!\p{L})|橙/iu, 'ember'],
  [/(?<!\p{L})(?:gr[ae]y|grau|gris|cinza)(?!\p{L})|灰/iu, 'graphite'],
]

const setAccent = createProductTool({
  name: 'set_accent',
  app: DESKTOP,
  title: 'Change the accent color',
  description: 'Changes the color of buttons and highlights',
  inputSchema: {
    type: 'object',
    properties: { accent: { type: 'string', enum: ACCENTS } },
    required: ['accent'],
  },
  asks: { accent: `Which color? There are ${ACCENTS.join(', ')}.` },
  fill: ({ question }) => {
    const named = COLORS.find(([pattern]) => pattern.test(question))
    return findChoice('accent', ACCENTS, named?.[1] ?? question)
  },
  run: async ({ accent }) => ({
    text: `Changing the accent color to ${String(accent)}.`,
    clientAction: { kind: 'set_accent', accent: ACCENTS.find((each) => each === accent) ?? 'iris' },
  }),
})

/** Tools for the look of the desktop. They run in the browser, with a preview and undo. */
export const APPEARANCE_TOOLS: readonly AssistantTool[] = [setTheme, setWallpaper, setAccent]
