import { texts } from '#src/features/settings/texts.ts'

const NAME_LENGTH = { min: 3, max: 64 } as const
const MIN_PASSWORD = 8

export type Rule = { text: string; isMet: boolean }

const { rules } = texts.credentials

/** Checks a name by the server's rules, except whether it is free. */
export const checkNameRules = (typed: string): Rule[] => {
  const name = typed.normalize('NFKC').trim()
  return [
    {
      text: rules.length(NAME_LENGTH.min, NAME_LENGTH.max),
      isMet: name.length >= NAME_LENGTH.min && name.length <= NAME_LENGTH.max,
    },
    { text: rules.signs, isMet: /^[\p{L}\p{N}\p{M}._@-]+$/u.test(name) },
    { text: rules.first, isMet: /^[\p{L}\p{N}]/u.test(name) },
  ]
}

const KEY_ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
]

const isRow = (text: string): boolean =>
  KEY_ROWS.some((row) => row.includes(text) || Array.from(row).toReversed().join('').includes(text))

/** Checks a password by the server's rules, except its list of common passwords. */
export const checkPasswordRules = (password: string, name: string): Rule[] => {
  const folded = password.toLowerCase()
  return [
    {
      text: rules.passwordLength(MIN_PASSWORD),
      isMet: Array.from(password).length >= MIN_PASSWORD,
    },
    {
      text: rules.notName,
      isMet: folded !== '' && folded !== name.normalize('NFKC').trim().toLowerCase(),
    },
    {
      text: rules.varied,
      isMet: folded !== '' && new Set(folded).size > 2 && !isRow(folded),
    },
  ]
}

export const areRulesMet = (list: readonly Rule[]): boolean => list.every(({ isMet }) => isMet)
