import type { ClientAction } from '#contract/chat/parts.ts'
import { AppError } from '#server/errors.ts'
import { stem } from '#server/intents/phrase-features.ts'
import { foldWords } from '#server/intents/translate/dictionary.ts'
import { findRepair } from '#server/intents/translate/repair.ts'
import { formatTable } from '#server/lib/text/markdown.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import { toToolSource, NO_ARGUMENTS, toOpenAppAction, createProductTool } from './product-tool.ts'
import type { Phrase } from '#server/modules/chat/assistant/phrase.ts'
import type { AssistantTool, ToolProvider } from './tool.ts'

type Named = { readonly id: string; readonly name: string }
type Listed = Named & { readonly description?: string | null | undefined }

export type AppList = {
  list(
    userId: string,
    category: undefined,
  ): Promise<{ app_list: readonly Listed[]; installed_apps: readonly Listed[] }>
}

export type LibraryParts = {
  apps: AppList & {
    install(userId: string, id: string): Promise<unknown>
    uninstall(userId: string, id: string): Promise<unknown>
  }
  agents: { list(userId: string): Promise<readonly Listed[]> }
}

const STORE = toToolSource(PRODUCT_APPS.appStore)
const BUILDER = toToolSource(PRODUCT_APPS.agentBuilder)
const APP = {
  type: 'object',
  properties: { name: { type: 'string', title: 'App', maxLength: 120 } },
  required: ['name'],
}
const MAX_LISTED = 20
const MAX_IDEA = 500
const INSTALL_MS = 20_000
export const OPEN_STORE = toOpenAppAction(PRODUCT_APPS.appStore)
const OPEN_BUILDER = toOpenAppAction(PRODUCT_APPS.agentBuilder)

const LEADS =
  'please,can you,you,i want to,use,use up,how,as,do,can,i,get,install,uninstall,delete,add,open,the,a,an,my,app,to,of,for,me,from,store,agent'.split(
    ',',
  )
/** Names of apps that mean nothing else, in plain English. */
const APP_NAMES =
  'explorer|token facts|calculator|coingecko|dexpaprika|birdeye|nansen|dune|defillama|alchemy|mcp'
const IS_APP_NAME = new RegExp(`^(?:solana )?(?:${APP_NAMES})$`)
/** Without such a word or a known name, what is deleted may be anything. */
const OF_APPS = /\b(?:app|install|uninstall|store)\b/
const TAIL =
  /[\s,]*\b(?:apps?|application|aplicación|aplicativo|anwendung|plugin|please|bitte|por favor|stp|svp|for me)$|应用$/i

export const createLibraryTools = ({ apps, agents }: LibraryParts): ToolProvider => {
  const tools = [
    listTool({
      name: 'my_apps',
      app: STORE,
      title: 'My apps',
      description: 'Lists the apps that the user has installed from the App Store',
      none: 'You have installed no app yet. The App Store shows what there is.',
      clientAction: OPEN_STORE,
      list: async (userId) => (await apps.list(userId, undefined)).installed_apps,
    }),
    listTool({
      name: 'my_agents',
      app: BUILDER,
      title: 'My agents',
      description: 'Lists the agents that the user has built',
      none: 'You have no agent yet. Agent Builder makes one from an idea.',
      clientAction: OPEN_BUILDER,
      list: (userId) => agents.list(userId),
    }),
    createAppTool({
      name: 'install_app',
      title: 'Install an app',
      description: 'Installs an app from the App Store by its name',
      run: async (userId, wanted) => {
        const { app_list: all, installed_apps: installed } = await apps.list(userId, undefined)
        const app = findByName(all, wanted)
        if (installed.some(({ id }) => id === app.id)) {
          return { text: `**${app.name}** is installed already.`, clientAction: linkToApp(app) }
        }
        await apps.install(userId, app.id)
        return { text: `**${app.name}** is installed.`, clientAction: linkToApp(app) }
      },
    }),
    createAppTool({
      name: 'uninstall_app',
      title: 'Uninstall an app',
      description: 'Removes an installed app by its name',
      run: async (userId, wanted) => {
        const app = findByName((await apps.list(userId, undefined)).installed_apps, wanted)
        await apps.uninstall(userId, app.id)
        return { text: `**${app.name}** is removed.`, clientAction: OPEN_STORE }
      },
    }),
    createProductTool({
      name: 'create_agent',
      app: BUILDER,
      title: 'Build an agent',
      description: 'Opens Agent Builder, which makes an agent from an idea',
      inputSchema: {
        type: 'object',
        properties: {
          idea: { type: 'string', maxLength: MAX_IDEA, description: 'What the agent should do' },
        },
      },
      fill: readIdea,
      run: async ({ idea }) => ({
        text:
          typeof idea === 'string' && idea !== ''
            ? 'Your idea is in **Agent Builder**, which drafts the agent from it.'
            : 'Describe the agent in **Agent Builder**; it drafts name, tools and questions.',
        clientAction: {
          kind: 'build_agent',
          ...(typeof idea === 'string' && idea !== '' ? { idea } : {}),
        },
      }),
    }),
  ]
  return { listTools: async () => tools }
}

const AGENT_LEADS =
  'please,hello,can you,you,i want to,i,need,build,add,agent builder,me,a,my,new,another,agent'.split(
    ',',
  )
const THAT =
  /^(?:that|which|who|to|for|der|die|das|welche[rs]?|um|für|von|of|que|qui|para|pour|de|sobre)\s+(?=\S)|^[，,]\s*/iu

/** Returns the words on the agent: `sums up the news` of `build an agent that sums up the news`. */
function readIdea(phrase: Phrase): { idea?: string } {
  const said = phrase.after(AGENT_LEADS)
  // Nothing leads to the idea in "how do I build an agent".
  if (phrase.question.trim().startsWith(said)) return {}
  return { idea: said.replace(THAT, '').trim().slice(0, MAX_IDEA) }
}

export const linkToApp = ({ id, name }: Named) =>
  toOpenAppAction({ path: `/app/${id}`, title: name })

type ListTool = Pick<AssistantTool, 'app' | 'description'> & {
  name: 'my_apps' | 'my_agents'
  title: string
  none: string
  clientAction: ClientAction
  list: (userId: string) => Promise<readonly Listed[]>
}

const listTool = ({ none, clientAction, list, ...tool }: ListTool): AssistantTool =>
  createProductTool({
    ...tool,
    inputSchema: NO_ARGUMENTS,
    run: async (_args, { userId }) => {
      const all = await list(userId)
      if (all.length === 0) return { text: none, clientAction }
      const rows = all
        .slice(0, MAX_LISTED)
        .map(({ name, description }) => [name, (description ?? '').slice(0, 120)])
      const more = all.length - rows.length
      return {
        text: `${formatTable(['Name', 'What it does'], rows)}${more > 0 ? `\n\nand ${more} more` : ''}`,
        clientAction,
      }
    },
  })

type AppTool = {
  name: 'install_app' | 'uninstall_app'
  title: string
  description: string
  run: (userId: string, wanted: string) => ReturnType<AssistantTool['run']>
}

const createAppTool = ({ run, ...tool }: AppTool): AssistantTool =>
  createProductTool({
    ...tool,
    app: STORE,
    inputSchema: APP,
    asks: { name: 'Which app?' },
    writes: true,
    timeoutMs: INSTALL_MS,
    fill: (phrase) => {
      const name = readAppName(phrase, LEADS, TAIL)
      const plainName = skipWords(phrase.english, LEADS).replace(TAIL, '')
      const isOfApps = OF_APPS.test(phrase.english) || IS_APP_NAME.test(plainName)
      return name === '' || !isOfApps ? {} : { name }
    },
    run: ({ name }, { userId }) => run(userId, String(name)),
  })

/** Returns the words after `leads`, in plain English for other languages, because apps have English names. */
export function readAppName(phrase: Phrase, leads: readonly string[], tail: RegExp): string {
  const isEnglish = phrase.language === 'en'
  const words = isEnglish ? phrase.after(leads) : skipWords(phrase.english, leads)
  return words.replaceAll(BETWEEN_HAN, '').replace(tail, '').trim()
}

/** Returns a text in plain English after the leading words that are in `leads`. */
export const skipWords = (english: string, leads: readonly string[]): string =>
  english.replace(new RegExp(`^(?:(?:${leads.join('|')})\\b ?)+`), '')

/** Plain English has a space between two Chinese letters. */
const BETWEEN_HAN = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Drops the order of the words, and what other languages put between them: `explorer of solana`. */
const sortWords = (text: string): string =>
  foldWords(text)
    .filter((word) => !/^(?:of|the|a)$/.test(word))
    .map(stem)
    .toSorted()
    .join(' ')

/** Shorter names are in many words. */
const MIN_PART = 3

/** Returns the app of a name, which may be mistyped or a part of it, or null. */
export function findNamed(all: readonly Listed[], wanted: string): Listed | null {
  const word = plain(wanted)
  const repaired = findRepair(
    word,
    all.map(({ name }) => plain(name)),
  )
  const isWithin = (part: string, whole: string) => {
    const words = foldWords(whole)
    const startsAt = (at: number) => words.slice(at).join('').startsWith(part)
    return part.length >= MIN_PART && words.some((_, at) => startsAt(at))
  }
  return (
    all.find(({ name, id }) => plain(name) === word || plain(id) === word) ??
    all.find(({ name }) => sortWords(name) === sortWords(wanted)) ??
    all.find(({ name }) => isWithin(word, name) || isWithin(plain(name), wanted)) ??
    all.find(({ name }) => plain(name) === repaired) ??
    null
  )
}

function findByName(all: readonly Listed[], wanted: string): Listed {
  const found = findNamed(all, wanted)
  if (found !== null) return found
  const some = all
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ')
  throw new AppError(
    'NOT_FOUND',
    `There is no app named ${wanted.slice(0, 60)}.${some === '' ? '' : ` There are ${some} and others.`}`,
  )
}
