import X from 'lucide-react/icons/x'
import { useRef, useState, type KeyboardEvent } from 'react'
import { MAX_FINDER_MINTS } from '#contract/analysis/finder.ts'
import { findAddress, findAddressProblem } from '#src/features/ca-analysis/analysis-link.ts'
import { focusUnlessTouch } from '#src/lib/is-touch.ts'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { cn } from '#src/lib/cn.ts'
import { Mono, shortenAddress } from '#src/ui/address.tsx'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { tip } from '#src/ui/overlay/tip.ts'
import {
  findTokens,
  TokenButtons,
  useKnownTokens,
} from '#src/features/ca-analysis/token/known-tokens.tsx'
import { useAddress } from '#src/features/ca-analysis/token/use-address.ts'
import { StartField } from './start-field.tsx'

const MIN_TOKENS = 2
/** Maximum length at which pasted text that is not an address is shown. */
const MAX_SHOWN = 60
const COST =
  'One query costs one POINT (0.01 SOL). You’re refunded if fewer than two of the tokens have trades.'

type FinderFormProps = {
  addresses: readonly string[]
  onChange: (addresses: readonly string[]) => void
  isBusy: boolean
  onStart: () => void
  /** Called when the form rejects the input. */
  onRefuse: () => void
  /** Why the last attempt did not start. */
  problem: string | null
  /** When a retry makes sense, in Unix milliseconds. */
  retryAtMs: number | null
}

/** Splits a pasted list: addresses or links between blanks, commas or line ends. */
const splitPasted = (text: string) => {
  const pieces = text.split(/[\s,;]+/).filter(Boolean)
  return {
    found: pieces.flatMap((piece) => findAddress(piece) ?? []),
    rest: pieces.filter((piece) => findAddress(piece) === null).join(' '),
  }
}

/** Turns the text of the box into tokens as soon as it has an address. */
const useTokenText = (
  addresses: readonly string[],
  onChange: (addresses: readonly string[]) => void,
) => {
  const [text, setText] = useState('')
  const [note, setNote] = useState<string | null>(null)
  /** A note on pasted text, such as repeated tokens. */
  const [remark, setRemark] = useState<string | null>(null)

  /** Adds the tokens of the text up to the limit. Returns all tokens. */
  const add = (typed: string): readonly string[] => {
    const { found, rest } = splitPasted(typed)
    const all = [...new Set([...addresses, ...found])]
    const isRepeated = all.length < addresses.length + found.length
    setText(rest)
    setNote(rest === '' ? null : `Not an address: ${rest.slice(0, MAX_SHOWN)}`)
    setRemark(
      all.length > MAX_FINDER_MINTS
        ? `Only ${MAX_FINDER_MINTS} tokens fit. The others were left out.`
        : isRepeated
          ? 'A token counts once. We left the repeated one out.'
          : null,
    )
    const accepted = all.slice(0, MAX_FINDER_MINTS)
    onChange(accepted)
    return accepted
  }
  const remove = (address: string) => {
    setNote(null)
    setRemark(null)
    onChange(addresses.filter((other) => other !== address))
  }
  const removeByKey = (event: KeyboardEvent) => {
    const last = addresses.at(-1)
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last)
  }
  const type = (typed: string) => {
    // A complete address becomes a chip at once.
    if (splitPasted(typed).found.length > 0) add(typed)
    else {
      setText(typed)
      setNote(null)
      setRemark(null)
    }
  }
  return { text, note, setNote, remark, add, remove, removeByKey, type }
}

export const FinderForm = ({
  addresses,
  onChange,
  isBusy,
  onStart,
  onRefuse,
  problem,
  retryAtMs,
}: FinderFormProps) => {
  const [isEdited, setIsEdited] = useState(false)
  const { text, note, setNote, remark, add, remove, removeByKey, type } = useTokenText(
    addresses,
    (next) => {
      setIsEdited(true)
      onChange(next)
    },
  )
  const isTooEarly = useIsTooEarly(retryAtMs)
  const field = useRef<HTMLInputElement>(null)
  /** Focuses the field, because the pressed button disappears. */
  const andFocus = (change: (address: string) => unknown) => (address: string) => {
    change(address)
    focusUnlessTouch(field)
  }
  const known = useKnownTokens().filter(({ address }) => !addresses.includes(address))
  const named = findTokens(known, text)
  const typo = named.length > 0 ? null : findAddressProblem(text)
  const refusal = isEdited ? null : problem
  const message = note ?? refusal ?? typo
  return (
    <Form
      className="grid gap-2"
      onSubmit={() => {
        const [match] = named
        if (match !== undefined) {
          add(match.address)
          return
        }
        const tokens = text.trim() === '' ? addresses : add(text)
        if (tokens.length < MIN_TOKENS) {
          setNote(typo ?? 'Add at least two tokens.')
          onRefuse()
        } else if (!isTooEarly && typo === null) {
          // It would hide the server's reason.
          setNote(null)
          setIsEdited(false)
          onStart()
        }
      }}
    >
      <StartField
        ref={field}
        label="Contract addresses"
        chosen={
          addresses.length > 0 && <TokenChips addresses={addresses} onRemove={andFocus(remove)} />
        }
        placeholder={addresses.length === 0 ? 'Paste 2 to 10 token addresses' : 'Add another token'}
        maxLength={2_000}
        value={text}
        onKeyDown={removeByKey}
        onChange={(event) => type(event.target.value)}
        action="Find wallets · 1 POINT"
        isBusy={isBusy}
        isDisabled={isTooEarly}
        message={message}
        isTypo={message === typo}
      >
        {remark ??
          (addresses.length > 0 && addresses.length < MIN_TOKENS ? 'Add one more token.' : COST)}
      </StartField>
      {addresses.length < MAX_FINDER_MINTS && (
        <TokenButtons
          label={named.length > 0 ? 'Do you mean' : 'Add'}
          tokens={text.trim() === '' ? known : named}
          onPick={andFocus(add)}
        />
      )}
    </Form>
  )
}

type TokenChipsProps = { addresses: readonly string[]; onRemove: (address: string) => void }

const TokenChips = ({ addresses, onRemove }: TokenChipsProps) => (
  <ul aria-label="Tokens" className="flex flex-wrap gap-1.5">
    {addresses.map((address) => (
      <TokenChip key={address} address={address} onRemove={onRemove} />
    ))}
  </ul>
)

const TokenChip = ({
  address,
  onRemove,
}: { address: string } & Pick<TokenChipsProps, 'onRemove'>) => {
  const facts = useAddress(address)
  const symbol = facts?.symbol ?? ''
  const isToken = facts === undefined || facts.kind === 'token'
  return (
    <li
      className={cn(
        'inline-flex h-8 items-center gap-1 rounded-full pr-1 pl-3 text-ui pointer-coarse:h-11',
        isToken ? 'bg-accent-soft text-accent-ink' : 'bg-danger-soft text-danger',
      )}
    >
      {symbol !== '' && <span className="max-w-32 truncate font-medium">{symbol}</span>}
      <Mono {...tip(address)}>{shortenAddress(address)}</Mono>
      {!isToken && <span>is not a token</span>}
      <Button
        variant="plain"
        aria-label={`Remove ${address}`}
        className="inline-flex size-6 items-center justify-center rounded-full hover:bg-hover pointer-coarse:size-11"
        onClick={() => onRemove(address)}
      >
        <X size={13} />
      </Button>
    </li>
  )
}
