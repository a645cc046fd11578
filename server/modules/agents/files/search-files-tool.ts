import { escapeMarkup, formatCode } from '#server/lib/text/markdown.ts'
import { createSearchIndex } from '#server/lib/text/search-index.ts'
import { extractTerms } from '#server/lib/text/words.ts'
import type { Queryable } from '#server/db/database.ts'
import type { AssistantTool } from '#server/modules/chat/tools/tool.ts'
import { findAgentsWithFiles, findPassages, type Passage } from './file-repository.ts'

/** A model reads more passages than a person wants to see. */
const MAX_PASSAGES = 8
const MAX_QUOTES = 2
/** A quoted passage has at least this share of the words of the question. */
const MIN_SHARE = 0.55
const MAX_QUESTION = 1_000
/** The database compares each of them with every passage. */
const MAX_TERMS = 24

/** Returns the tool that searches the files of these agents of the user, or null if they have no files. */
export async function createFileSearch(
  db: Queryable,
  { userId, agentIds }: { userId: string; agentIds: readonly string[] },
): Promise<AssistantTool | null> {
  const agents = await findAgentsWithFiles(db, { userId, agentIds })
  const [first] = agents
  if (first === undefined) return null
  const search = (question: string): Promise<Passage[]> =>
    rankPassages(db, { agentIds: agents.map(({ id }) => id), question })
  return {
    name: 'search_files',
    app: { id: `agent:${first.id}`, name: first.name },
    title: 'Search files',
    description: `Searches the files of ${agents.map(({ name }) => name).join(' and ')}, and returns the passages that fit a question.`,
    examples: ['search the files for holidays', 'what do the files say about holidays'],
    writes: false,
    inputSchema: {
      type: 'object',
      properties: {
        question: { type: 'string', title: 'Question', minLength: 1, maxLength: MAX_QUESTION },
      },
      required: ['question'],
    },
    fill: ({ question }) => ({ question: question.slice(0, MAX_QUESTION) }),
    async run({ question }) {
      const passages = (await search(String(question))).slice(0, MAX_PASSAGES)
      return { text: passages.length === 0 ? NOTHING : quotePassages(passages) }
    },
    async quote(question) {
      const asked = readTerms(question)
      const passages = (await search(question)).filter(
        ({ terms }) =>
          asked.filter((term) => terms.includes(term)).length >= MIN_SHARE * asked.length,
      )
      return passages.length === 0 ? null : quotePassages(passages.slice(0, MAX_QUOTES))
    },
  }
}

const NOTHING = 'The files say nothing about that.'

/** Returns the passages that share a word with the question, best first. */
async function rankPassages(
  db: Queryable,
  { agentIds, question }: { agentIds: readonly string[]; question: string },
): Promise<Passage[]> {
  const terms = readTerms(question)
  if (terms.length === 0) return []
  const passages = await findPassages(db, { agentIds, terms })
  const ranked = createSearchIndex(passages.map(({ file, body }) => ({ title: file, text: body })))
  return ranked(question).flatMap(({ index }) => passages[index] ?? [])
}

/** Returns the stems of the first words of a question, each once, without stop words. */
const readTerms = (question: string): string[] =>
  [...new Set(extractTerms(question))].slice(0, MAX_TERMS)

const quotePassages = (passages: readonly Passage[]): string =>
  passages
    .map(({ file, body }) => `${formatCode(file)}\n\n${quoteLines(body.split('\n'))}`)
    .join('\n\n')

/** Returns a Markdown quote. Two spaces end a line that would otherwise join the next one. */
const quoteLines = (lines: readonly string[]): string =>
  lines
    .map(escapeLine)
    .map((line, place, all) => `> ${line}${line !== '' && all[place + 1] ? '  ' : ''}`)
    .join('\n')

/** Escapes also the marks of headings, lists and rules, which begin a line. */
const escapeLine = (line: string): string =>
  escapeMarkup(line.trim())
    .replace(/^[#+=~-]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
