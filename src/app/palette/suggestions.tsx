import Calculator from 'lucide-react/icons/calculator'
import Compass from 'lucide-react/icons/compass'
import ExternalLink from 'lucide-react/icons/external-link'
import MessageSquare from 'lucide-react/icons/message-square'
import Newspaper from 'lucide-react/icons/newspaper'
import Wallet from 'lucide-react/icons/wallet'
import { findAddress, linkToWallet } from '#src/features/ca-analysis/analysis-link.ts'
import { linkToRequest } from '#src/features/research/research-link.ts'
import { getExplorerUrl } from '#src/platform/config/chain-address.tsx'
import type { PaletteSource } from '#src/platform/palette/palette-source.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import { copyWithToast } from '#src/ui/toast/copy-with-toast.ts'
import type { Answer } from './answers.ts'

/** Shorter text is likely the beginning of a name, not a question. */
const MIN_QUESTION = 3

type Ask = (question: string) => void

/** Loaded when the palette opens. */
let findAnswer: ((typed: string) => Answer | null) | null = null

export const answersSource: PaletteSource = {
  id: 'answers',
  title: 'Answer',
  load: async () => {
    findAnswer ??= (await import('./answers.ts')).findAnswer
    return []
  },
  suggest: (text) => {
    const answer = findAnswer?.(text) ?? null
    if (answer === null) return []
    return [
      {
        id: 'answer',
        title: answer.title,
        hint: 'Copy',
        icon: <Calculator />,
        run: () => void copyWithToast(answer.result, `Copied ${answer.result}`),
      },
    ]
  },
}

/** Offers actions for a pasted address besides Analyze. */
export const createAddressSource = ({
  open,
  ask,
}: {
  open: (path: string) => void
  ask: Ask
}): PaletteSource => ({
  id: 'address',
  title: 'Address',
  suggest: (text) => {
    const address = findAddress(text)
    if (address === null) return []
    return [
      {
        id: 'look-up',
        title: `Look up ${shortenAddress(address)}`,
        hint: 'Free',
        icon: <Compass />,
        run: () => ask(`Look up ${address}`),
      },
      {
        id: 'wallet',
        title: `See what ${shortenAddress(address)} holds and trades`,
        hint: 'Free',
        icon: <Wallet />,
        run: () => open(linkToWallet(address)),
      },
      {
        id: 'explorer',
        title: `Open ${shortenAddress(address)} in explorer`,
        icon: <ExternalLink />,
        run: () => void window.open(getExplorerUrl('address', address), '_blank', 'noopener'),
      },
    ]
  },
})

/** Offers to ask the typed text in Chat or Research, below all results. */
export const createAskSource = ({
  open,
  ask,
}: {
  open: (path: string) => void
  ask: Ask
}): PaletteSource => ({
  id: 'ask',
  title: 'Ask',
  suggest: (text) => {
    const question = text.trim()
    if (question.length < MIN_QUESTION || findAddress(text) !== null) return []
    return [
      {
        id: 'ask:chat',
        title: `Ask in Chat: ${question}`,
        icon: <MessageSquare />,
        isLast: true,
        run: () => ask(question),
      },
      {
        id: 'ask:research',
        title: `Research: ${question}`,
        hint: '1 POINT',
        icon: <Newspaper />,
        isLast: true,
        run: () => open(linkToRequest({ kind: 'question', query: question, followUpTo: null })),
      },
    ]
  },
})
