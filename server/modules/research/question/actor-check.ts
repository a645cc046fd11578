import { baseForm, isParticiple } from '#server/modules/research/text/base-form.ts'
import { findNames, WRITTEN_WORD } from '#server/modules/research/text/find-names.ts'
import { tagWords } from '#server/modules/research/claims/tag-words.ts'
import { isSameWord } from '#server/modules/research/text/word-families.ts'
import { isStopWord, splitWords } from '#server/lib/text/words.ts'

const WHO = /\bwho(?:['’]s)?\s+(.*)/iu
const AUXILIARY =
  /^(?:is|are|was|were|has|have|had|will|would|can|could|may|should|did|does|do|been|be|also|first|not)$/
const ARTICLE =
  /^(?:an?|the|this|that|its|their|his|her|no|of|for|in|on|at|after|with|by|any|every)$/
const AFTER_NOUN = /^(?:of|in|on|for|by|at)$/
const PASSIVE = /^(?:is|are|was|were|be|been|being)$/
/** People and organizations. */
const ACTOR =
  /(?:er|or|ist|ant|ian)s?$|^(?:people|person|team|compan(?:y|ies)|firm|foundation|communit(?:y|ies)|account|court|government|police|group|bank|agenc(?:y|ies)|network|dao)s?$/
/** Words that only say that someone did it. */
const UNKNOWN = /^(?:hack|attack|exploit|steal)er?s?$/

/** Returns a check that a text names the actor; null if the question does not ask who did something. */
export function createActorCheck(
  english: string,
): ((text: string, title: string) => boolean) | null {
  const rest = WHO.exec(english)?.[1]
  if (rest === undefined) return null
  const words = splitWords(rest)
  const questionWords = new Set(splitWords(english))
  const verb = words.find((word) => !AUXILIARY.test(word))
  const isActor = (word: string) =>
    !questionWords.has(word) && !isStopWord(word) && ACTOR.test(word) && !UNKNOWN.test(word)
  const namesOther = (text: string) =>
    findNames(text).some((name) => splitWords(name).every((word) => !questionWords.has(word)))
  // "Who is the founder?" asks for a name.
  if (verb === undefined || ARTICLE.test(verb)) return namesOther
  const isDone = words.some((word) => PASSIVE.test(word)) && isParticiple(verb)
  const find = (text: string) => findActors(text, baseForm(verb), isDone)
  return (text, title) => {
    const actors = find(text)
    const isTitle = actors.length === 0 && WHO.test(title) && find(title).length > 0
    return (isTitle ? [text] : actors).some(
      (actor) => splitWords(actor).some(isActor) || namesOther(actor),
    )
  }
}

/**
 * Returns the words for the actor of a verb: before the verb, or after "by" in the passive. With `isDone`, returns the
 * other side.
 */
function findActors(text: string, verb: string, isDone: boolean): string[] {
  const words = [...text.matchAll(WRITTEN_WORD)]
  const at = (place: number) => words[place]?.[0].toLowerCase()
  return words.flatMap(({ 0: written, index }, place) => {
    const word = written.toLowerCase()
    const [before, after] = [at(place - 1), at(place + 1)]
    if (before === undefined || !isSameWord(baseForm(word), verb)) return []
    const isBeforeNoun = after !== undefined && !AFTER_NOUN.test(after) && !PASSIVE.test(after)
    const isVerb = isBeforeNoun || (baseForm(word) === verb && !ARTICLE.test(before))
    if (!isVerb || isNounOfAct(text, before, word)) return []
    const by = / by (.*)/i.exec(text.slice(index))?.[1]
    const isPassive = PASSIVE.test(before) || by !== undefined || isPassiveForm(word, before)
    if (isDone) return [isPassive ? text.slice(0, index) : text.slice(index)]
    return isPassive ? (by ?? []) : [text.slice(0, index).replace(OF_PHRASE, '')]
  })
}

/** True for `short report` and `for audits`, but not for `the reviewers`, who do it. */
const isNounOfAct = (text: string, before: string, word: string): boolean =>
  !ACTOR.test(word) &&
  tagWords(text).some(
    (each, place, all) =>
      each.text === word &&
      each.pos === 'NOUN' &&
      all[place - 1]?.text === before &&
      /^(?:ADP|ADJ|DET)$/.test(all[place - 1]?.pos ?? ''),
  )

/** `An audit of Kamino found` does not say that Kamino found it. */
const OF_PHRASE = / of [^,;]*$/

/** Returns true for a participle that cannot be the past: `written`, but not `paid`. */
const isPassiveForm = (word: string, before: string): boolean =>
  /(?:en|wn)$/.test(word) && isParticiple(word) && !/^(?:has|have|had)$/.test(before)
