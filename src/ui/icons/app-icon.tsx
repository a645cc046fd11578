import { useState } from 'react'
import { APP_GLYPHS, type AppGlyphName } from './app-icon-glyphs.tsx'
import { Emoji } from './emoji.tsx'

export type AppIconSource = AppGlyphName | { name: string; imageUrl?: string | null }

const LETTER_TILES = [
  ['#837cff', '#4338ca'],
  ['#ff8ea3', '#cf3566'],
  ['#3ccdbd', '#0b7f80'],
  ['#ffb45e', '#dd6b17'],
  ['#66b3ff', '#225fcf'],
  ['#b98bff', '#6f36d6'],
] as const

/** Returns the colors of a name, always the same ones. */
const chooseTile = (name: string) => {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return LETTER_TILES[sum % LETTER_TILES.length] ?? LETTER_TILES[0]
}

/** Emoji can have many code points. */
const MAX_SYMBOL_CHARACTERS = 32

/** Returns an emoji, or one or two letters, that replaces the address of a picture; null for anything else. */
const findSymbol = (text: string | null | undefined): string | null =>
  typeof text === 'string' &&
  text.length <= MAX_SYMBOL_CHARACTERS &&
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\p{L}\p{N}]{1,2}$)/u.test(text)
    ? text
    : null

const getInitial = (name: string) => (Array.from(name.trim())[0] ?? '?').toUpperCase()

/** True for pictures of our own origin and data URLs. No others are loaded. */
const isOwnPicture = (imageUrl: string | null | undefined): imageUrl is string =>
  typeof imageUrl === 'string' &&
  /^(data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]|\/(?!\/))/.test(imageUrl)

type AppIconProps = {
  icon: AppIconSource
  /** Width and height; without it, the font size around it. */
  sizePx?: number
}

/** An app's icon, hidden from screen readers because its name is beside it. */
export const AppIcon = ({ icon, sizePx }: AppIconProps) => {
  const [from, to] = typeof icon === 'string' ? APP_GLYPHS[icon].tile : chooseTile(icon.name)
  const symbol = typeof icon === 'string' ? null : findSymbol(icon.imageUrl)
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const picture =
    typeof icon !== 'string' && isOwnPicture(icon.imageUrl) && icon.imageUrl !== failedUrl
      ? icon.imageUrl
      : null
  return (
    <span
      aria-hidden="true"
      className="app-icon"
      style={{
        ...(sizePx === undefined ? {} : { fontSize: sizePx }),
        background:
          picture !== null ? 'var(--surface-sunken)' : `linear-gradient(140deg, ${from}, ${to})`,
      }}
    >
      {typeof icon === 'string' ? (
        <svg
          viewBox="0 0 24 24"
          width="62%"
          height="62%"
          fill="none"
          stroke="#fff"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          {APP_GLYPHS[icon].drawing}
        </svg>
      ) : picture !== null ? (
        <img
          src={picture}
          alt=""
          className="size-full object-cover"
          draggable={false}
          onError={() => setFailedUrl(picture)}
        />
      ) : (
        <span
          className={
            symbol === null
              ? 'text-[0.46em] leading-none font-semibold'
              : 'text-[0.56em] leading-none'
          }
        >
          {symbol === null ? getInitial(icon.name) : <Emoji text={symbol} />}
        </span>
      )}
    </span>
  )
}
