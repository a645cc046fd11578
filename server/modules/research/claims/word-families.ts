import { baseForm, isSameWord } from './vocabulary.ts'

/**
 * Words that reports use for one another: synonyms, and the noun of a verb. A word may be in several families. No
 * family has words that say the opposite, or that say more than the others.
 */
const FAMILIES = `
  acquire acquisition buy bought purchase takeover buyer acquirer buyout
  buyback repurchase
  sell sale sold seller offload divest dispose disposal
  approve approval authorize authorization clear greenlight back endorse endorsement ratify ratification pass sanctioned
  back support favor favour endorse
  reject rejection refuse refusal decline turn deny denied rebuff dismiss
  deny denial dispute reject refute untrue false
  dismiss dismissal throw toss reject
  start begin launch open commence debut beginning launches kick
  launch introduce introduction unveil present debut release roll rollout announce unveiling
  announce announcement unveil reveal present introduce disclose declare
  publish publication release post issue
  release ship deliver publish issue
  end stop finish conclude cease discontinue terminate termination halt formerly retire shut close wind
  close completion complete finalize finish
  pause suspend suspension halt freeze stop interrupt interruption
  freeze frozen block lock
  resume reopen restart resumption restore reinstate
  restart reboot relaunch
  steal theft drain stolen siphon take loot rob
  exploit hack attack breach compromise incident
  hacker attacker exploiter thief
  flaw vulnerability bug weakness defect
  bug error fault glitch
  fix patch repair correct correction
  find discover discovery identify detect uncover spot
  reach hit touch attain achieve
  record peak
  rise increase climb grow gain jump surge soar advance growth up higher rally
  fall decrease decline drop slip slide sink tumble plunge shrink down lower reduction
  cut reduce reduction lower trim slash decrease
  raise lift hike boost increase
  raise fundraising collect secure
  stay remain keep hold continue
  average mean
  handle process
  operate run manage operation operator maintain
  manage manager management oversee
  use utilize employ usage adopt adoption
  employ hire recruit employment hiring
  staff employee worker workforce team
  fire layoff dismiss
  move shift transfer migrate migration relocate
  send transfer sent
  return repay refund back give
  repay reimburse refund compensate compensation repayment
  pay payment spend paid
  spend spending expenditure outlay
  fine penalty
  settle settlement
  charge accusation allegation
  accuse accusation allege
  sue lawsuit suit case action
  lawsuit complaint
  ask request seek
  demand require requirement
  test trial pilot testing
  vote ballot
  elect election choose appoint name appointment
  agree agreement deal
  deal agreement contract pact
  partner partnership collaborate collaboration team cooperate
  join entry enter
  leave exit quit depart departure resign resignation
  invest investment investor backer
  lead led leader
  issue issuance mint minting
  burn destroy
  delegate delegation
  stake staking staker
  list listing
  delist delisting
  trade trading
  exchange dex
  offer provide offering
  allow let permit enable
  block prevent ban
  ban prohibit forbid outlaw
  limit cap restrict restriction
  expand extend expansion extension broaden
  delay postpone defer postponement
  plan intend aim intention
  goal aim target objective purpose
  try attempt
  order rule command
  order instruct
  link tie connect connection
  move migrate
  seize seizure confiscate
  arrest detain detention
  extradite extradition
  sentence convict conviction
  investigate investigation inquiry probe examine
  inquiry investigation probe
  open launch
  file submit filing submission
  apply application
  appeal challenge
  admit acknowledge concede admission
  claim allege
  say statement
  describe call label characterize
  call name
  offer sell
  blame cause attribute
  cause trigger provoke lead result
  affect impact
  cover pay absorb
  lose loss lost
  win won victory
  earn make generate
  earnings profit income
  revenue turnover
  total sum
  add bring include integrate integration addition
  deploy deployment
  host hosting hold
  hold own keep holder
  update refresh
  upgrade update
  replace substitute change
  accept take
  show demonstrate indicate
  expect anticipate
  warn caution
  audit review assessment
  review assess
  attempt effort
  fund money cash
  traffic data
  firm company business corporation
  developer engineer builder
  customer client user
  merchant retailer shop seller
  police officer
  watchdog regulator
  chief ceo head
  ceo executive chief
  cofounder co-founder founder
  country nation
  coin token
  chain blockchain network
  platform service
  program programme
  app application
  phone handset smartphone device
  chip processor accelerator
  fund etf
  fee cost charge
  price cost
  cost price worth
  perpetual perp
  version release
  group ring gang
  payout payment
  share stock portion proportion
  part portion section
  arm unit subsidiary division branch
  mistake error
  outage downtime disruption
  crash collapse
  previous former earlier prior
  former ex-
  following next
  large big
  largest biggest
  small little
  quick fast rapid
  only alone solely exclusively just
  other remaining rest remain
  entire whole full
  double twofold twice
  triple threefold
  monthly month
  yearly annual annually year
  daily day
  weekly week
  quarterly quarter
  need require
  yield return reward
  percent percentage
  baseless unfounded groundless
  vendor supplier provider
  reserve backing
  debt liability
  gain profit
  profit gain
  merge merger combine
  build construct develop development create creation
  create set establish establishment found
  sign signing
  verify verification confirm
  confirm confirmation
  license licence permit
  obtain get gain receive secure win
  receive get
  grant award
  give grant
  help aid assist
  protect secure safeguard
  protection safeguard
  recover recovery retrieve
  bounty reward
  withdraw withdrawal
  deposit deposits
  redeem redemption
  borrow borrowing
  lend loan lending
  liquidate liquidation
  bridge bridging
  swap exchange
  transact transaction
  validate validator
  reside live
  base headquarter
  serve service
  distribute distribution airdrop
  unlock vest
  expire expiry expiration
  attend attendance participate participation
  participant attendee
  visit visitor
  choose select selection pick
  oppose opposition
  criticize criticism
  defend defense
  meet meeting
  discuss discussion talk
  negotiate negotiation
  terabyte tb
  gigabyte gb
  megabyte mb
  hour hr
  attorney lawyer counsel
  judge court
  government administration
  department ministry
  spain spanish
  netherlands dutch
  germany german
  france french
  italy italian
  britain british uk england english
  us usa american america
  europe european eu
  china chinese
  japan japanese
  korea korean
  brazil brazilian
  switzerland swiss
  finland finnish
  sweden swedish
  norway norwegian
  denmark danish
  poland polish
  portugal portuguese
  turkey turkish
  greece greek
  ireland irish
  israel israeli
  australia australian
  canada canadian
  mexico mexican
  argentina argentine argentinian
  india indian
  singapore singaporean
  nigeria nigerian
  cyprus cypriot
  vietnam vietnamese
  thailand thai
  ukraine ukrainian
  russia russian
  africa african
  asia asian`

const MEMBERSHIP = new Map<string, Set<number>>()
for (const [nth, line] of FAMILIES.trim().split('\n').entries()) {
  for (const word of line.trim().split(/\s+/)) {
    const base = baseForm(word)
    MEMBERSHIP.set(base, (MEMBERSHIP.get(base) ?? new Set()).add(nth))
  }
}

/** Two sides of one event: selling and buying, losing and stealing, lending and borrowing. */
const CONVERSES = new Set(
  'buy sell|acquire sell|purchase sell|steal lose|drain lose|take lose|borrow lend|receive give|receive send|receive pay|get pay|get give|receive delegate|receive grant|win pay'
    .split('|')
    .map((pair) => pair.split(' ').map(baseForm).toSorted().join(' ')),
)

export const isConverse = (a: string, b: string): boolean =>
  CONVERSES.has([a, b].toSorted().join(' '))

/** Special words, and what they are a kind of: a claim may use the general word. */
const GENERAL = new Map(
  'double rise increase raise|triple rise increase raise|halve fall cut reduce decrease|steal take|purchase pay|burn destroy|jury court|lawsuit case|etf fund|stablecoin token coin|memecoin token coin|bitcoin cryptocurrency|mixer service|wallet app|terabyte data|outage incident|hack incident|exploit incident|judge court|airdrop distribution|startup company firm|bank company|lawyer representative'
    .split('|')
    .map((line) => {
      const [special = '', ...general] = line.split(' ').map(baseForm)
      return [special, general] as const
    }),
)

/** True if a claim may use a base form for another. */
export function isSameMeaning(a: string, b: string): boolean {
  if (a === b || isSameWord(a, b) || GENERAL.get(b)?.includes(a) === true) return true
  const [own, other] = [MEMBERSHIP.get(a), MEMBERSHIP.get(b)]
  return [...(own ?? [])].some((family) => other?.has(family))
}
