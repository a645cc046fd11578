import bs58 from 'bs58'
import { MAX_FINDER_MINTS } from '#contract/analysis/finder.ts'

/** The path of the CA Analysis window. Its query names the initial content. */
const ANALYSIS_PATH = '/wallet-finder'
const ADDRESS_BYTES = 32
const NOT_BASE58 = /[^1-9A-HJ-NP-Za-km-z]/u
/** Longer values are neither addresses nor ids. */
const MAX_CHARACTERS = 200

export const REPORT_TABS = ['ranked', 'excluded', 'holders', 'chart', 'coverage'] as const
export type ReportTab = (typeof REPORT_TABS)[number]

export const ANALYSIS_MODES = ['analysis', 'finder', 'watched'] as const
export type AnalysisMode = (typeof ANALYSIS_MODES)[number]

export type AnalysisLink = {
  mode: AnalysisMode
  /** Filled into the form, ready to be paid for: one for an analysis, several for the finder. */
  addresses: readonly string[]
  /** Opened at once, because reopening a report is free. */
  reportId: string | null
  tab: ReportTab
  /** Address of the wallet whose evidence is open; null for none. */
  wallet: string | null
  /** Id of the report that led to the page of a wallet; null for none. */
  from: string | null
}

const linkTo = (query: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? ANALYSIS_PATH : `${ANALYSIS_PATH}?${text}`
}

export const linkToAddress = (contractAddress: string): string => linkTo({ ca: contractAddress })

export const linkToReport = (
  reportId: string,
  { tab = 'ranked', wallet = null }: { tab?: ReportTab; wallet?: string | null } = {},
): string =>
  linkTo({
    report: reportId,
    ...(tab === 'ranked' ? {} : { tab }),
    ...(wallet === null ? {} : { wallet }),
  })

export const linkToFinder = (addresses: readonly string[] = []): string =>
  linkTo({ mode: 'finder', ...(addresses.length === 0 ? {} : { ca: addresses.join(',') }) })

/** Links to the page of a wallet, watched or not. Back on that page opens the report `origin`. */
export const linkToWallet = (
  address: string,
  origin: { from: string; tab: ReportTab } | null = null,
): string => linkTo({ mode: 'watched', wallet: address, ...origin })

export const linkToMode = (mode: AnalysisMode): string =>
  mode === 'analysis' ? ANALYSIS_PATH : linkTo({ mode })

const isTab = (text: string | null): text is ReportTab => REPORT_TABS.some((tab) => tab === text)

/** Reads the query of a window's path. Omits fields that are missing, empty or too long. */
export const readAnalysisLink = (path: string): AnalysisLink => {
  const [, text = ''] = path.replace(/#.*$/s, '').split(/\?(.*)/s)
  const query = new URLSearchParams(text)
  const read = (name: string) => {
    const value = query.get(name)?.trim() ?? ''
    return value === '' || value.length > MAX_CHARACTERS ? null : value
  }
  const mode = ANALYSIS_MODES.find((each) => each === read('mode')) ?? 'analysis'
  const tab = read('tab')
  return {
    mode,
    addresses:
      mode === 'finder'
        ? (query.get('ca') ?? '').split(',').filter(Boolean).slice(0, MAX_FINDER_MINTS)
        : [read('ca')].filter((address) => address !== null),
    reportId: read('report'),
    tab: isTab(tab) ? tab : 'ranked',
    wallet: read('wallet'),
    from: read('from'),
  }
}

const isAddress = (text: string): boolean => bs58.decodeUnsafe(text)?.length === ADDRESS_BYTES

/** Returns the Solana address that a text or the URL of an explorer's page consists of; null without one. */
export const findAddress = (text: string): string | null => {
  const parts = text.trim().split(/[\s/?&#=:]+/)
  const found = parts.filter(isAddress)
  const isAlone = parts.length === 1 || /^https?:\/\/\S+$/.test(text.trim())
  return isAlone ? (found.at(-1) ?? null) : null
}

/** Returns why a text cannot be a contract address; null when it can, or when nothing is typed yet. */
export const findAddressProblem = (text: string): string | null => {
  const typed = text.trim()
  if (typed === '' || findAddress(typed) !== null) return null
  const [foreign] = NOT_BASE58.exec(typed) ?? []
  if (foreign !== undefined) {
    return `A Solana address has no “${foreign === ' ' ? 'space' : foreign}”.`
  }
  return bs58.decode(typed).length < ADDRESS_BYTES
    ? 'This is too short for a Solana address.'
    : 'This is too long for a Solana address.'
}

/** Returns true if Back should undo the change between two paths: another report or tool, or an opened wallet. */
export const isAnalysisStep = (from: string, to: string): boolean => {
  const [before, after] = [readAnalysisLink(from), readAnalysisLink(to)]
  return (
    before.mode !== after.mode ||
    before.reportId !== after.reportId ||
    (before.wallet === null && after.wallet !== null)
  )
}
