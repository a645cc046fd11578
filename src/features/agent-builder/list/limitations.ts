const RULES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:watch(?:es|ing)?|monitors?|monitoring|tracks?|alerts?|notif(?:y|ies)|warns?|whenever|as soon as|tell me when|keeps? an eye)\b/i,
    'It can’t watch in the background. It looks when you ask it, or on its schedule.',
  ],
  [
    /\b(?:every|each) (?:\w+ )?(?:minute|hour|day|morning|evening|night|week|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b|\b(?:hourly|daily|weekly|monthly)\b/i,
    'It starts by itself only on a schedule. Save it, then set one under Schedule.',
  ],
  [
    /\b(?:buy|sell|swap|send|transfer|stake|snipe|withdraw|airdrop)s?\b/i,
    'It can’t sign or send anything. Only your wallet can.',
  ],
  [
    /\b(?:e-?mails?|telegram|discord|sms|whatsapp|push notifications?)\b/i,
    'It can’t send messages. It answers in its own chat.',
  ],
]

/** Returns a sentence for each part of an idea that an agent cannot do. */
export const findLimitations = (idea: string, toolCount: number): string[] => [
  ...RULES.flatMap(([pattern, sentence]) => (pattern.test(idea) ? [sentence] : [])),
  ...(toolCount === 0
    ? ['It has only the built-in tools. Install an app in the App Store to give it more.']
    : []),
]
