import { useRef, useState } from 'react'
import type { AddressFacts } from '#contract/analysis/analysis.ts'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { focusUnlessTouch } from '#src/lib/is-touch.ts'
import { formatDate } from '#src/lib/dates.ts'
import { FreeResult } from '#src/platform/runs/free-result.tsx'
import { useFirstField } from '#src/platform/windows/use-first-field.ts'
import { Form } from '#src/ui/form/form.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { AlertButton } from '#src/features/ca-analysis/alerts/alert-dialog.tsx'
import { shortenAddress } from '#src/ui/address.tsx'
import { findAddress, findAddressProblem } from '#src/features/ca-analysis/analysis-link.ts'
import type { DemoToken } from '#src/features/ca-analysis/token/demo-tokens.ts'
import {
  findTokens,
  TokenButtons,
  useKnownTokens,
} from '#src/features/ca-analysis/token/known-tokens.tsx'
import { useAddress } from '#src/features/ca-analysis/token/use-address.ts'
import { StartField } from './start-field.tsx'

type AnalysisFormProps = {
  initialAddress: string
  isBusy: boolean
  onStart: (contractAddress: string) => void
  /** Called when the form rejects the input. */
  onRefuse: () => void
  /** Why the last attempt did not start. */
  problem: string | null
  /** When a retry makes sense, in Unix milliseconds. */
  retryAtMs: number | null
  /** Called with the typed text, which outlives the form. */
  onType: (address: string) => void
  demoTokens: readonly DemoToken[]
  onOpen: (reportId: string) => void
  onWallet: (address: string) => void
}

/** Returns why an address cannot be analyzed; null if it can, or if that is unknown. */
const findKindProblem = (found: AddressFacts | undefined): string | null => {
  if (found === undefined) return null
  switch (found.kind) {
    case 'wallet':
      return 'This is a wallet. Paste a token’s contract address.'
    case 'other':
      return 'This address is not a token.'
    case 'unknown':
      return 'The chain has nothing at this address.'
    case 'token':
      return null
  }
}

const describeAddress = (found: AddressFacts | undefined): string => {
  const names = [found?.symbol, found?.name].filter((text) => text != null && text !== '')
  if (names.length > 0) return `${names.join(' · ')}.`
  return found?.kind === 'token' ? 'This is a token.' : 'This is a Solana address.'
}

const describeStart = (text: string, found: AddressFacts | undefined): string =>
  findAddress(text) === null
    ? 'One query costs one POINT (0.01 SOL). You’re refunded if we find nothing.'
    : `${describeAddress(found)} Analyzing it costs one POINT (0.01 SOL).`

/** Returns the address in a pasted explorer URL, else the text as it is. */
const readTyped = (typed: string): string =>
  (/^https?:/.test(typed.trim()) ? findAddress(typed) : null) ?? typed

export const AnalysisForm = ({
  initialAddress,
  isBusy,
  onStart,
  onRefuse,
  problem,
  retryAtMs,
  onType,
  demoTokens,
  onOpen,
  onWallet,
}: AnalysisFormProps) => {
  const [text, setText] = useState(initialAddress)
  const [isMissing, setIsMissing] = useState(false)
  const [isEdited, setIsEdited] = useState(false)
  const isTooEarly = useIsTooEarly(retryAtMs)
  const field = useRef<HTMLInputElement>(null)
  useFirstField(field)
  const found = useAddress(findAddress(text))
  const type = (typed: string) => {
    const address = readTyped(typed)
    setText(address)
    setIsMissing(false)
    setIsEdited(true)
    onType(address)
  }
  const pick = (address: string) => {
    type(address)
    focusUnlessTouch(field)
  }
  const named = findTokens(useKnownTokens(), text)
  const typo = named.length > 0 ? null : (findAddressProblem(text) ?? findKindProblem(found))
  const refusal = isEdited ? null : problem
  const message = isMissing ? 'Paste a token’s contract address first.' : (refusal ?? typo)
  return (
    <Form
      className="grid gap-2"
      onSubmit={() => {
        const [match] = named
        if (match !== undefined) return type(match.address)
        const address = text.trim()
        setIsMissing(address === '')
        setIsEdited(false)
        if (address === '') onRefuse()
        else if (!isTooEarly) onStart(address)
      }}
    >
      <StartField
        ref={field}
        label="Contract address"
        placeholder="Token mint, e.g. EPjFWdd5…TDt1v"
        maxLength={200}
        value={text}
        onChange={(event) => type(event.target.value)}
        action="Analyze · 1 POINT"
        isBusy={isBusy}
        isDisabled={isTooEarly}
        message={message}
        isTypo={message === typo}
      >
        {describeStart(text, found)}
      </StartField>
      {found !== undefined && <FreeOffer found={found} onOpen={onOpen} onWallet={onWallet} />}
      <TokenButtons label="Do you mean" tokens={named} onPick={pick} />
      {named.length === 0 && <DemoButtons tokens={demoTokens} onPick={pick} />}
    </Form>
  )
}

type FreeOfferProps = Pick<AnalysisFormProps, 'onOpen' | 'onWallet'> & { found: AddressFacts }

/** Offers what an address has to show for free. */
const FreeOffer = ({ found, onOpen, onWallet }: FreeOfferProps) => {
  if (found.kind === 'wallet') {
    return (
      <div>
        <Button size="sm" onClick={() => onWallet(found.address)}>
          See what this wallet holds and trades · Free
        </Button>
      </div>
    )
  }
  const report = found.last_report
  return (
    <>
      {report !== null && (
        <FreeResult onOpen={() => onOpen(report.report_id)}>
          You have a report of this token from {formatDate(report.made_at, 'date and clock')}.
        </FreeResult>
      )}
      {found.kind === 'token' && (
        <div>
          <AlertButton address={found.address} name={found.symbol ?? shortenAddress(found.address)}>
            Price alert · Free
          </AlertButton>
        </div>
      )}
    </>
  )
}

type DemoButtonsProps = { tokens: readonly DemoToken[]; onPick: (address: string) => void }

const DemoButtons = ({ tokens, onPick }: DemoButtonsProps) =>
  tokens.length > 0 && (
    <div className="flex flex-wrap items-center gap-2">
      {tokens.map(({ contract_address: address, symbol }, nth) => (
        <Button key={address} size="sm" className="rounded-full" onClick={() => onPick(address)}>
          {nth === 0 ? 'Try it with a demo token' : symbol}
        </Button>
      ))}
    </div>
  )
