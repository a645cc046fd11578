import { PRODUCT_APPS, type ProductApp } from '#contract/product-apps.ts'
import { AppError } from '#server/errors.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'
import { DESKTOP } from './desktop-tools.ts'
import {
  type AppList,
  findNamed,
  linkToApp,
  OPEN_STORE,
  readAppName,
  skipWords,
} from './library-tools.ts'
import { createProductTool, toOpenAppAction } from './product-tool.ts'
import type { AssistantTool } from './tool.ts'

const MAX_NAME = 120

/** Creates the tool that opens a window of the product or of an installed app. */
export const createOpenAppTool = (apps: AppList): AssistantTool =>
  createProductTool({
    name: 'open_app',
    app: DESKTOP,
    title: 'Open an app',
    description: 'Opens an app or window of the desktop by its name',
    inputSchema: {
      type: 'object',
      properties: { app: { type: 'string', maxLength: MAX_NAME, description: 'Name of the app' } },
      required: ['app'],
    },
    asks: { app: 'Which app should I open?' },
    fill: (phrase) => {
      const found = findProductApp(phrase.english) ?? findProductApp(phrase.question)
      const name = readName(phrase)
      const plainName = skipWords(phrase.english, LEADS)
      const isFound = [name, plainName].some((each) => found !== null && isWholeName(each, found))
      if (found !== null && (name === '' || isFound)) return { app: found.title }
      return name === '' ? {} : { app: name.slice(0, MAX_NAME) }
    },
    aliases: ['open'],
    run: async ({ app }, { userId }) => {
      const name = String(app)
      const exact = APPS.find(({ title }) => title.toLowerCase() === name.toLowerCase())
      const { app_list: all, installed_apps: installed } =
        exact === undefined
          ? await apps.list(userId, undefined)
          : { app_list: [], installed_apps: [] }
      const added = findNamed(installed, name)
      if (added !== null)
        return { text: `Here is **${added.name}**.`, clientAction: linkToApp(added) }
      const found = exact ?? findProductApp(name)
      if (found !== null) {
        return { text: `Here is **${found.title}**.`, clientAction: toOpenAppAction(found) }
      }
      const listed = findNamed(all, name)
      if (listed !== null) {
        return {
          text: `**${listed.name}** is not installed. The App Store has it.`,
          clientAction: OPEN_STORE,
        }
      }
      const titles = [...APPS.map(({ title }) => title), ...installed.map((each) => each.name)]
      throw new AppError(
        'NOT_FOUND',
        `There is no app named ${name.slice(0, 60)}. There are ${titles.slice(0, 20).join(', ')}.`,
      )
    },
  })

const APPS: readonly ProductApp[] = Object.values(PRODUCT_APPS)
const NO_APP_WORDS = new Set([
  'open',
  'show',
  'app',
  'window',
  'the',
  'my',
  'go',
  'to',
  'start',
  'use',
  'up',
])
const LEADS = 'please,can you,you,me,i want to,open,use up,show,start,the,a,my,app,to,for'.split(
  ',',
)
const TAIL = /[\s,]*\b(?:apps?|window|please|for me|now)$/i

/** Returns the words after `open`, in plain English for other languages; empty for a phrase without it. */
function readName(phrase: Phrase): string {
  if (!/^(?:please |can you |i want to )*(?:open|use up)\b/.test(phrase.english)) return ''
  // `All` names no app.
  return /\ball(?: app)?$/.test(phrase.english) ? '' : readAppName(phrase, LEADS, TAIL)
}

const splitName = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !NO_APP_WORDS.has(word))

const knownWords = ({ title, id, also }: ProductApp): string[] =>
  splitName(`${title} ${id} ${also}`)

/** Returns false for the name of another app that only shares a word, such as `wallet history`. */
const isWholeName = (name: string, app: ProductApp): boolean =>
  splitName(name).every((word) => knownWords(app).includes(word))

/** Returns the app of the product that most words of a phrase name, or null. */
function findProductApp(phrase: string): ProductApp | null {
  const words = splitName(phrase)
  const scored = APPS.map((app) => {
    const known = knownWords(app)
    const isExact = app.title.toLowerCase() === words.join(' ')
    return { app, score: words.filter((word) => known.includes(word)).length + (isExact ? 1 : 0) }
  }).toSorted((a, b) => b.score - a.score)
  const [best] = scored
  return best === undefined || best.score === 0 ? null : best.app
}
