import { baseForm } from '#server/modules/research/text/base-form.ts'
import { isSameWord } from '#server/modules/research/text/word-families.ts'
import { splitWords } from '#server/modules/research/text/words.ts'

const CULPRIT_ASKED =
  /\bwho(?:['’]s| is| was)? (?:hack|exploit|attack|drain|st[eo]le|did (?:it|this|that)\b|behind\b)/i
/** Words of a sentence on who did harm. */
const CULPRIT =
  /\b(?:suspects?|suspected|arrest\w*|charged|accused|blam\w+|insider|identified|unknown|named|police|attributed|linked to|group|lazarus)\b/i

const VERB_ASKED =
  /\bwho (?:(?:is|are|was|were|has|have|had|will|can|could|may|also|first) )*(\p{L}{3,})/iu
/** Beside a noun, as in "an audit of it". */
const BEFORE_NOUN =
  /^(?:an?|the|this|that|its|their|no|of|for|in|on|after|with|by|any|every|first|second|new)$/
const AFTER_NOUN = /^(?:of|in|on|for|by|at)$/
const PASSIVE = /^(?:is|are|was|were|be|been|being)$/

/** Returns a function that is false for a sentence without the one who did it; null if it does not ask who. */
export function readWho(english: string): ((text: string) => boolean) | null {
  if (CULPRIT_ASKED.test(english)) return (text) => CULPRIT.test(text)
  const verb = VERB_ASKED.exec(english)?.[1]?.toLowerCase()
  return verb === undefined ? null : (text) => namesActor(text, baseForm(verb))
}

/** Returns false if the sentence has the verb only as a noun, or without a subject. */
function namesActor(text: string, verb: string): boolean {
  const words = splitWords(text)
  const places = words.flatMap((word, place) => (isSameWord(baseForm(word), verb) ? [place] : []))
  return (
    places.length === 0 ||
    places.some((place) => {
      const [before, after] = [words[place - 1], words[place + 1]]
      const isNoun = after === undefined || AFTER_NOUN.test(after)
      if (isNoun && (before === undefined || BEFORE_NOUN.test(before))) return false
      return before === undefined || !PASSIVE.test(before) || words.slice(place + 1).includes('by')
    })
  )
}
