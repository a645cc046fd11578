import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useIsTooEarly } from '#src/lib/api/use-is-too-early.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Input } from '#src/ui/form/input.tsx'
import { addressIn, addressProblem } from '#src/features/ca-analysis/analysis-link.ts'

type AnalysisFormProps = {
  initialAddress: string
  isBusy: boolean
  onStart: (contractAddress: string) => void
  /** Why the last try did not start. */
  problem: string | null
  /** When the next try makes sense, in Unix milliseconds. */
  retryAtMs: number | null
  /** Hears what is typed, so that it outlives the form. */
  onType: (address: string) => void
  /** A token of the demo market on a local network. */
  demoAddress: string | null
}

export const AnalysisForm = ({
  initialAddress,
  isBusy,
  onStart,
  problem,
  retryAtMs,
  onType,
  demoAddress,
}: AnalysisFormProps) => {
  const [text, setText] = useState(initialAddress)
  const [missing, setMissing] = useState(false)
  const [isOld, setIsOld] = useState(false)
  const isTooEarly = useIsTooEarly(retryAtMs)
  const type = (typed: string) => {
    // The page of a token in an explorer names its address.
    const found = /^https?:/.test(typed.trim()) ? addressIn(typed) : null
    setText(found ?? typed)
    setMissing(false)
    setIsOld(true)
    onType(found ?? typed)
  }
  const typo = addressProblem(text)
  const refusal = isOld ? null : problem
  const message = missing ? 'Paste a token’s contract address first.' : (refusal ?? typo)
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const address = text.trim()
        setMissing(address === '')
        setIsOld(false)
        if (address !== '' && !isTooEarly) onStart(address)
      }}
    >
      <label htmlFor="contract-address" className="text-ui font-medium">
        Contract address
      </label>
      <div className="flex gap-2 max-sm:flex-col">
        <Input
          id="contract-address"
          className="font-mono"
          placeholder="Token mint, e.g. EPjFWdd5…TDt1v"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          aria-invalid={message !== null || undefined}
          aria-describedby="contract-address-note"
          onChange={(event) => {
            type(event.target.value)
          }}
        />
        <Button
          type="submit"
          variant="primary"
          isLoading={isBusy}
          disabled={isTooEarly}
          icon={<Search size={16} aria-hidden="true" />}
        >
          Analyze · 1 POINT
        </Button>
      </div>
      <p
        id="contract-address-note"
        role={message === null || message === typo ? undefined : 'alert'}
        aria-live="polite"
        className={message === null ? 'text-ui text-ink-muted' : 'text-ui text-danger'}
      >
        {message ??
          (addressIn(text) === null
            ? 'One query costs one POINT (0.01 SOL). You’re refunded if we find nothing.'
            : 'This is a Solana address. Analyzing it costs one POINT (0.01 SOL).')}
      </p>
      {demoAddress !== null && (
        <div>
          <Button size="sm" variant="ghost" className="-ml-3" onClick={() => type(demoAddress)}>
            Try it with a demo token
          </Button>
        </div>
      )}
    </form>
  )
}
