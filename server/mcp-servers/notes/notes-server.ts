import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { Database } from '#server/db/database.ts'
import { formatMinute } from '#server/lib/text/markdown.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import { truncate, toPlainLine, toPlainText } from '#server/lib/text/visible-text.ts'
import {
  toToolResult,
  NotFound,
  formatTable,
  type Finding,
} from '#server/mcp-servers/tool-result.ts'
import {
  deleteNote,
  findNote,
  listNotes,
  MAX_NOTES,
  saveNote,
  searchNotes,
} from './notes-repository.ts'

type NotesDatabase = Pick<Database, 'query' | 'transaction'>

const VERSION = '1.0.0'
const MAX_CHARS = 20_000
const MAX_TITLE = 120
const MAX_EXCERPT = 160
const NO_NOTE = 'There is no such note. List your notes to see their titles.'

/** Words of a command in front of the note itself. */
const COMMAND =
  /^(?:please\s+)?(?:(?:save|make|take|write|add|create|keep)\s+)?(?:an?\s+|this\s+|my\s+|the\s+)?note(?:\s+that\b|\s+to\b|\s*:)\s*/i

/** Creates the product's own MCP server for a user's private notes. The caller's `clientId` is the user. */
export const createNotes = ({ db }: { db: NotesDatabase }) =>
  createMcpHandler(({ authInfo }) => {
    const server = new McpServer({ name: 'notes', version: VERSION })
    const withUser = (work: (userId: string) => Promise<Finding>) => {
      const userId = authInfo?.clientId
      return toToolResult(
        userId === undefined
          ? Promise.reject(new NotFound('Sign in to use your notes.'))
          : work(userId),
      )
    }
    const title = z
      .string()
      .min(1)
      .max(300)
      .meta({ title: 'Title', description: 'Title of the note' })
    server.registerTool(
      'list_notes',
      {
        title: 'List notes',
        description: 'The titles of all of your notes, newest first.',
        inputSchema: z.object({}),
      },
      () => withUser((userId) => showNotes(db, userId)),
    )
    server.registerTool(
      'read_note',
      {
        title: 'Read a note',
        description: 'One of your notes in full, by its title.',
        inputSchema: z.object({ title }),
      },
      (given) => withUser((userId) => read(db, userId, given.title)),
    )
    server.registerTool(
      'search_notes',
      {
        title: 'Search notes',
        description: 'Your notes that contain some words.',
        inputSchema: z.object({
          query: z.string().min(1).max(200).meta({ title: 'Words', description: 'Words to find' }),
        }),
      },
      ({ query }) => withUser((userId) => search(db, userId, query)),
    )
    server.registerTool(
      'save_note',
      {
        title: 'Save a note',
        description:
          'Writes a note, only for you to see. A note with the same title is replaced; without a title, the first words become it.',
        inputSchema: z.object({
          text: z
            .string()
            .min(1)
            .max(MAX_CHARS)
            .meta({ title: 'Note', description: 'Text of the note' }),
          title: title.optional(),
        }),
      },
      (given) => withUser((userId) => save(db, userId, given)),
    )
    server.registerTool(
      'delete_note',
      {
        title: 'Delete a note',
        description: 'Deletes one of your notes, by its title.',
        inputSchema: z.object({ title }),
      },
      (given) => withUser((userId) => remove(db, userId, given.title)),
    )
    return server
  })

const showNotes = async (db: NotesDatabase, userId: string): Promise<Finding> => {
  const notes = await listNotes(db, userId)
  const rows = notes.map(({ title, updatedAt }) => [shown(title), formatMinute(updatedAt)])
  return {
    text:
      notes.length === 0
        ? 'You have no notes yet. Write one with “Note: buy milk”.'
        : `You have ${pluralize(notes.length, 'note')}.\n\n${formatTable(['Note', 'Changed'], rows)}`,
    data: { notes: notes.map(({ title }) => title) },
  }
}

const read = async (db: NotesDatabase, userId: string, text: string): Promise<Finding> => {
  const note = await findNote(db, userId, text)
  if (note === undefined) throw new NotFound(NO_NOTE)
  return {
    text: `**${shown(note.title)}**\n\n${note.body}`,
    data: { title: note.title, body: note.body },
  }
}

const search = async (db: NotesDatabase, userId: string, given: string): Promise<Finding> => {
  const words = given
    .replace(
      /^(?:(?:search|find|look)\s+)?(?:in\s+|through\s+)?(?:my\s+|all\s+)?notes?\s+(?:about|for|with|on)\s+/i,
      '',
    )
    .trim()
  const found = await searchNotes(db, userId, words === '' ? given.trim() : words)
  if (found.length === 0) return { text: 'None of your notes contain that.', data: { notes: [] } }
  return {
    text: found
      .map(
        ({ title, body }) =>
          `- **${shown(title)}**: ${shown(truncate(toPlainLine(body), MAX_EXCERPT))}`,
      )
      .join('\n'),
    data: { notes: found.map(({ title, body }) => ({ title, body })) },
  }
}

const save = async (
  db: NotesDatabase,
  userId: string,
  given: { text: string; title?: string | undefined },
): Promise<Finding> => {
  const body = toPlainText(given.text.replace(COMMAND, '')).trim()
  const title = titleFrom(given.title ?? body)
  if (body === '' || title === '')
    throw new NotFound('The note is empty. Write what it should say.')
  if (!(await saveNote(db, { userId, title, body }))) {
    throw new NotFound(`You have ${MAX_NOTES} notes. Delete one you no longer need.`)
  }
  return { text: `Saved as **${shown(title)}**.`, data: { title } }
}

const remove = async (db: NotesDatabase, userId: string, text: string): Promise<Finding> => {
  const note = await findNote(db, userId, text)
  if (note === undefined || !(await deleteNote(db, userId, note.title))) throw new NotFound(NO_NOTE)
  return { text: `Deleted **${shown(note.title)}**.`, data: { title: note.title } }
}

/** Returns the first line, cut between words. */
const titleFrom = (text: string): string => {
  const line = toPlainLine(text.split('\n').find((each) => each.trim() !== '') ?? '')
  if (line.length <= MAX_TITLE) return line
  const kept = line.slice(0, MAX_TITLE).toWellFormed()
  return kept.includes(' ') ? kept.slice(0, kept.lastIndexOf(' ')) : kept
}

const shown = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`)
