import { baseForm } from './base-form.ts'

/**
 * Families of interchangeable words: synonyms, and verbs with their nouns. A word may be in several families; one form
 * of it is enough. Leave out opposites and words with a narrower meaning.
 */
const FAMILIES = `
  acquire acquisition buy purchase takeover buyer buyout | buyback repurchase |
  sell sale seller offload divest dispose |
  approve authorize clear greenlight back endorse ratify ratification pass sanctioned |
  back support favor favour endorse | reject refuse decline turn deny rebuff dismiss |
  deny denial dispute reject refute untrue false | dismiss throw toss reject |
  start begin launch open commence debut kick |
  launch introduce introduction unveil present debut release roll rollout announce |
  announce unveil reveal present introduce disclose declare | publish publication release post issue |
  release ship deliver publish issue |
  end stop finish conclude cease discontinue terminate halt formerly retire close wind | shut close cease halt stop |
  close completion finalize finish | pause suspend suspension halt freeze stop interrupt | freeze block lock |
  resume reopen restart resumption restore reinstate | restart reboot relaunch |
  steal theft drain siphon take loot rob | exploit hack attack breach compromise incident |
  hacker attacker exploiter thief | flaw vulnerability bug weakness defect | bug error fault glitch |
  fix patch repair correct | find discover discovery identify detect uncover spot | reach hit touch attain achieve |
  record peak | rise increase climb grow gain jump surge soar advance growth up higher rally |
  fall decrease decline drop slip slide sink tumble plunge shrink down lower reduction |
  cut reduce reduction lower trim decrease | raise lift hike boost increase | raise fundraising collect secure |
  stay remain keep hold continue | average mean | handle process | operate run manage maintain | manage oversee |
  use utilize employ usage adopt | employ hire recruit employment | staff employee worker workforce team |
  fire layoff dismiss | move shift transfer migrate relocate | send transfer | return repay refund back give |
  repay reimburse refund compensate repayment | pay payment spend | spend expenditure outlay | fine penalty |
  settle settlement | charge accusation allegation | sue lawsuit suit case action | lawsuit complaint |
  approve adopt enact pass | hire appoint name | ask request seek | demand require | test trial pilot | vote ballot |
  elect choose appoint name | agree agreement deal | deal agreement contract pact |
  partner partnership collaborate team cooperate | join entry enter | leave exit quit depart departure resign |
  invest investor backer | lead leader | issue issuance mint | burn destroy | stake staker | exchange dex |
  offer provide | allow let permit enable | block prevent ban | ban prohibit forbid outlaw | limit cap restrict |
  expand extend expansion extension broaden | delay postpone defer | plan intend aim intention |
  goal aim target objective purpose | try attempt | order rule command | order instruct | link tie connect |
  seize seizure confiscate | arrest detain detention | sentence convict | investigate inquiry probe examine |
  file submit submission | apply application | appeal challenge | admit acknowledge concede admission | claim allege |
  say statement | describe call label characterize | call name | offer sell | blame cause attribute |
  cause trigger provoke lead result | affect impact | cover pay absorb | lose loss | win victory | earn make generate | earn receive get collect |
  earnings profit income | revenue turnover | total sum | add bring include integrate addition | deploy deployment |
  host hold | hold own keep holder | update refresh | upgrade update | replace substitute change | accept take |
  show demonstrate indicate | expect anticipate | warn caution | audit review assessment | attempt effort |
  fund money cash | traffic data | firm company business corporation | developer engineer builder |
  customer client user | merchant retailer shop seller | police officer | watchdog regulator | chief ceo head |
  ceo executive chief | cofounder co-founder founder | country nation | coin token | chain blockchain network |
  platform service | program programme | app application | phone handset smartphone device |
  chip processor accelerator | fund etf | fee cost charge | cost price worth | perpetual perp | version release |
  group ring gang | payout payment pay | share stock portion proportion | part portion section |
  arm unit subsidiary division branch | mistake error | outage downtime disruption | crash collapse |
  previous former earlier prior | former ex- | following next | large big | largest biggest | small little |
  quick fast rapid | only alone solely exclusively just | other remaining rest | entire whole full |
  double twofold twice | triple threefold | monthly month | yearly annual year | daily day | weekly week |
  quarterly quarter | need require | yield return reward | percent percentage | baseless unfounded groundless |
  vendor supplier provider | reserve backing | debt liability | gain profit | merge merger combine |
  build construct develop create creation | create set establish found | verify verification confirm |
  license licence permit | obtain get gain receive secure win | grant award | give grant | help aid assist |
  protect secure safeguard | recover recovery retrieve | redeem redemption | lend loan | swap exchange |
  reside live | base headquarter | serve service | distribute airdrop | unlock vest | expire expiry |
  attend participate | participant attendee | visit visitor | choose select pick | oppose opposition | defend defense |
  discuss talk | show display | keep maintain retain preserve | withdraw withdrawal | withdraw retract revoke |
  last take | discharge release | lift remove scrap end | remove delete take | demand want seek call urge |
  overtake pass surpass outpace exceed | exceed top surpass above over | beat defeat | rename rebrand |
  hurt harm damage hit | injure injury hurt wound | destroy ruin wreck | flee escape | evacuate evacuation |
  collapse fail failure | bankruptcy insolvency | bankrupt insolvent | donate donation give | teach train |
  propose proposal suggest | recommend recommendation advise suggest | estimate calculate reckon | store keep save |
  carry transport | ship transport shipment delivery | deliver delivery | travel trip journey |
  slow slowdown decelerate | reverse undo overturn | cancel cancellation scrap abandon drop axe |
  abandon drop give quit | copy clone | leak expose | expose reveal | trick deceive mislead |
  criticize criticism condemn slam | praise welcome applaud | jail imprison prison | free release | levy impose tax |
  collect gather | succeed replace follow | chair head | supervise oversee monitor | inspect check examine |
  check verify | track monitor follow watch | look search | locate find | install deploy | split divide separate |
  withhold keep | lease rent | insure insurance | advance progress | arrive reach come | write author | print publish |
  broadcast air stream | film movie | exhibit show display | invent develop | research study |
  study survey analysis research | analyze analysis examine | poll survey | predict prediction forecast |
  vaccinate vaccination immunize | treat treatment therapy | infect infection | human people | home house household | child kid |
  car vehicle automobile | truck lorry | plane aircraft airplane jet | ship vessel boat | road street | city town |
  doctor physician | researcher scientist | student pupil | boss head chief | picture image photo photograph |
  prize award | game match | tournament competition contest | team club side | resident inhabitant |
  lawmaker legislator parliamentarian | parliament legislature | bill law legislation act | rule regulation |
  treaty accord pact agreement | border frontier | explosion blast | fire blaze | quake earthquake | power electricity |
  oil crude | salary pay wage | subscriber customer user | tourist visitor | passenger traveler | shipment cargo |
  store shop outlet | plant factory | carrier airline | lender bank | drug medicine medication |
  illness disease sickness | cut lower | valuation value | spokesperson spokesman spokeswoman |
  maker manufacturer producer | rival competitor | study trial | paper study | volunteer participant | strike walkout |
  protest demonstration rally | protester demonstrator | vote election | candidate contender | president head |
  prime premier | minister secretary | troop soldier force | kill death die dead | theft robbery burglary |
  inmate prisoner | defendant accused | ruling decision judgment verdict | decision decide | evidence proof |
  file filing | penalty punishment sanction | compensation damages | refund reimbursement | discount rebate |
  price cost | cheap inexpensive affordable | expensive costly | rich wealthy | old aged | new fresh latest |
  big major | important key major significant | main chief primary principal | first initial | final last |
  whole total overall | common widespread | rare unusual | wrong incorrect false | right correct | safe secure |
  dangerous risky unsafe | public open | temporary interim | annual yearly | mandatory compulsory obligatory |
  voluntary optional | exempt exemption | fake counterfeit bogus | around about | over above exceed | under below |
  start beginning onset | end close | increase hike | bonus reward | job post position role | work job | leave depart |
  warn warning alert | promise pledge vow commit commitment | threat threaten | request ask | refuse refusal |
  accept acceptance | agree agreement approve | permission approval consent | consent agree | confirm confirmation |
  response reply answer respond | question ask | call phone | meet meeting | speak talk | tell inform | learn hear |
  see observe witness | notice spot | believe think consider | want wish desire | fear worry concern |
  trust confidence | doubt question | terabyte tb | gigabyte gb | kilometer km | kilogram kg | megabyte mb | hour hr |
  attorney lawyer counsel | judge court | government administration | department ministry | spain spanish |
  netherlands dutch | germany german | france french | italy italian | britain british uk england english |
  us usa american america | europe european eu | china chinese | japan japanese | korea korean | brazil brazilian |
  switzerland swiss | finland finnish | sweden swedish | norway norwegian | denmark danish | poland polish |
  portugal portuguese | turkey turkish | greece greek | ireland irish | israel israeli | australia australian |
  canada canadian | mexico mexican | argentina argentine argentinian | india indian | singapore singaporean |
  nigeria nigerian | cyprus cypriot | vietnam vietnamese | thailand thai | ukraine ukrainian | russia russian |
  africa african | asia asian`

/** The numbers of the families that the base form of a word is in. */
type Families = ReadonlyMap<string, ReadonlySet<number>>

/** Reads families that `|` separates. */
export function readFamilies(text: string): Families {
  const families = new Map<string, Set<number>>()
  for (const [nth, line] of text.split('|').entries()) {
    for (const base of line.trim().split(/\s+/).map(baseForm)) {
      families.set(base, (families.get(base) ?? new Set()).add(nth))
    }
  }
  return families
}

/** Returns true if a family has both words. */
function shareFamily(families: Families, a: string, b: string): boolean {
  const [own, other] = [families.get(a), families.get(b)]
  return own !== undefined && other !== undefined && !own.isDisjointFrom(other)
}

/** Returns all words of the families that have this one. */
export const listFamily = (families: Families, word: string): string[] =>
  families.has(word) ? [...families.keys()].filter((each) => shareFamily(families, each, word)) : []

const MEMBERSHIP = readFamilies(FAMILIES)

/** Returns true for the base form of a word that has a family. */
export const isFamiliar = (base: string): boolean => MEMBERSHIP.has(base)

/** Two sides of one event: selling and buying, losing and stealing, lending and borrowing. */
const CONVERSES = new Set(
  `buy sell|acquire sell|purchase sell|steal lose|drain lose|take lose|borrow lend|receive give|receive send|receive pay|get pay|get give|receive delegate|receive grant|receive transfer|receive distribute|get distribute|get transfer|win pay|
  win award|win give|win grant|receive award|get award|get grant|beat lose|defeat lose|invest raise|pay earn`
    .split('|')
    .map((pair) => pair.trim().split(' ').map(baseForm).toSorted().join(' ')),
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

/** They make a place's name that of its people, or a verb that of who does it. */
const ENDINGS = ['n', 'an', 'ean', 'ian', 'ese', 'ish', 'er', 'or']
const MIN_ENDED = 5

/** True for two base forms of one word or family, and for a place with its people (`Brazil`, `Brazilian`). */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  if (shareFamily(MEMBERSHIP, a, b)) return true
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return (
    short.length >= MIN_ENDED &&
    long.startsWith(short) &&
    ENDINGS.includes(long.slice(short.length))
  )
}

/** True if a claim may use a base form for another of its source. */
export const isSameMeaning = (said: string, held: string): boolean =>
  isSameWord(said, held) || GENERAL.get(held)?.includes(said) === true

/** Returns the other base forms that reports use for one. */
export const findSynonyms = (term: string): string[] => [
  ...listFamily(MEMBERSHIP, term),
  ...ENDINGS.flatMap((ending) => [
    ...(term.length >= MIN_ENDED ? [term + ending] : []),
    ...(term.endsWith(ending) && term.length - ending.length >= MIN_ENDED
      ? [term.slice(0, -ending.length)]
      : []),
  ]),
]
