import { describe, expect, it } from 'vitest'
import {
  cleanDraft,
  copyName,
  draftFromAgent,
  parseAgentFile,
  EMPTY_DRAFT,
  exportAgent,
  isSameDraft,
  LIMITS,
  findDraftProblem,
} from '#src/features/agent-builder/agent-draft.ts'

const draft = {
  ...EMPTY_DRAFT,
  name: ' Whale Watcher ',
  suggested_questions: ['Who sold? ', '', '  '],
  tools: ['explorer__holders'],
}

describe('cleanDraft', () => {
  it('trims, and leaves out questions without text', () =>
    expect(cleanDraft(draft)).toMatchObject({
      name: 'Whale Watcher',
      suggested_questions: ['Who sold?'],
    }))
})

describe('findDraftProblem', () => {
  it('wants a name', () => {
    expect(findDraftProblem({ ...draft, name: '  ' })).toBe('Give the agent a name.')
    expect(findDraftProblem(draft)).toBeNull()
  })
})

describe('draftFromAgent', () => {
  it('fills in fields that a server omitted', () =>
    expect(draftFromAgent({ id: '1', name: 'A', logo: null })).toEqual({
      name: 'A',
      description: '',
      instructions: '',
      logo: '',
      suggested_questions: [],
      tools: [],
    }))
})

describe('isSameDraft', () => {
  it('does not count blanks', () => {
    expect(isSameDraft(draft, cleanDraft(draft))).toBe(true)
    expect(isSameDraft(draft, { ...draft, logo: '🐋' })).toBe(false)
  })
})

describe('copyName', () => {
  it('says that it is a copy, within the limit', () => {
    expect(copyName('A')).toBe('A (copy)')
    expect(copyName('x'.repeat(LIMITS.name))).toHaveLength(LIMITS.name)
  })
})

describe('an exported agent', () => {
  it('comes back as it was', () => {
    const { name, text } = exportAgent(draft)
    expect(name).toBe('whale-watcher.json')
    expect(parseAgentFile(text)).toEqual({ ok: true, draft: cleanDraft(draft) })
  })
  it('has a file name whatever it is called', () =>
    expect(exportAgent({ ...draft, name: '../鯨' }).name).toBe('agent.json'))
  it.each([
    ['{', 'The file is not JSON.'],
    ['[]', 'Not a valid agent file.'],
    ['{}', 'Not a valid agent file: name is missing or invalid.'],
    ['{"name":"a","tools":["rm -rf"]}', 'Not a valid agent file: tools.0 is missing or invalid.'],
  ])('is refused when it is %s', (text, reason) =>
    expect(parseAgentFile(text)).toEqual({ ok: false, reason }),
  )
})
