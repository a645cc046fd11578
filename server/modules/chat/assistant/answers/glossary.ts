type Entry = { names: readonly string[]; text: string }

const entry = (names: string, text: string): Entry => ({ names: names.split(', '), text })

const GLOSSARY: readonly Entry[] = [
  entry(
    'solana, solana blockchain, solana network',
    'Solana is a blockchain: a public ledger that many computers keep together. It settles transactions in about a second for a tiny fee. Its coin is SOL.',
  ),
  entry(
    'sol',
    'SOL is Solana’s own coin. It pays network fees, and here it recharges your balance: 1 POINT is 0.01 SOL.',
  ),
  entry(
    'point, points',
    'A POINT pays for one query and is worth 0.01 SOL. A query that fails is refunded.',
  ),
  entry(
    'lamport, lamports',
    'A lamport is the smallest unit of SOL: 1 SOL is 1,000,000,000 lamports.',
  ),
  entry(
    'mint authority, mint',
    'The mint authority is the key that can make more of a token. If it is revoked, the supply is fixed. Look up a token to see it.',
  ),
  entry(
    'freeze authority',
    'The freeze authority is the key that can lock a token in someone’s account. If there is none, no one can.',
  ),
  entry(
    'authority',
    'An authority is a key with a right over a token: the mint authority can make more, the freeze authority can lock accounts.',
  ),
  entry(
    'token, spl token, spl, coin, memecoin, meme coin',
    'A token is an asset on Solana. Its address, also called mint or contract address, tells it from tokens with the same name.',
  ),
  entry(
    'contract address, ca, token address, mint address, contract',
    'A contract address (CA) is the address of a token on the chain. Names can be copied, addresses can’t.',
  ),
  entry(
    'wallet, solana wallet, crypto wallet, wallet address',
    'A wallet keeps the keys that sign your transactions. Its address is public, its seed phrase must stay secret.',
  ),
  entry(
    'seed phrase, private key, recovery phrase',
    'A seed phrase is the secret that controls a wallet. Anyone who knows it can take everything: never share it.',
  ),
  entry(
    'ca analysis, analysis',
    'CA Analysis ranks the wallets that traded a token well and links each number to the transactions behind it. It costs 1 POINT.',
  ),
  entry(
    'wallet finder',
    'Wallet Finder finds the wallets that did well in several tokens, and says when luck explains it. It costs 1 POINT.',
  ),
  entry(
    'smart wallet, smart wallets, smart money, smart address',
    'A smart wallet bought a token early and sold well, more often than luck explains. CA Analysis finds them.',
  ),
  entry(
    'research',
    'Research searches many sources at once and answers with cited sentences. It costs 1 POINT.',
  ),
  entry(
    'app store, store',
    'The App Store installs reviewed apps whose tools you can use in a chat.',
  ),
  entry(
    'agent, ai agent, agents',
    'An agent is a chat with your own instructions and chosen tools. Agent Builder makes one from an idea.',
  ),
  entry(
    'agent builder',
    'Agent Builder turns an idea into an agent with a name, tools and questions.',
  ),
  entry(
    'mcp, mcp server, mcp app',
    'MCP (Model Context Protocol) is the standard by which apps offer tools to a chat.',
  ),
  entry(
    'rug pull, rug, rugpull, honeypot, scam',
    'In a rug pull, a token’s makers sell out or remove its liquidity, so that others can’t sell. Look at authorities and holders before you buy.',
  ),
  entry(
    'liquidity pool, pool, liquidity, amm',
    'A liquidity pool holds two tokens that people swap against each other. The less it holds, the more each trade moves the price.',
  ),
  entry(
    'bonding curve, pump fun, pumpfun',
    'On a bonding curve, a program sells a new token at a price that rises with each purchase, until it moves to a normal pool.',
  ),
  entry(
    'market cap, marketcap, fdv',
    'Market cap is the price of one token times the supply. It says little if only a few tokens are traded.',
  ),
  entry(
    'slippage',
    'Slippage is the difference between the price you expect and the price at which a trade happens.',
  ),
  entry(
    'supply, token supply, circulating supply',
    'The supply is how many units of a token exist. With a mint authority, it can grow.',
  ),
  entry(
    'holder, holders, whale, whales',
    'Holders own a token; a whale owns much of it. Look up a token to see its largest accounts.',
  ),
  entry('nft, nfts', 'An NFT is a token of which only one exists, often a picture or a ticket.'),
  entry(
    'dex, decentralized exchange, jupiter, raydium, orca',
    'A DEX is an exchange that runs as a program on the chain. You trade with your own wallet; SolDesk does not trade.',
  ),
  entry(
    'defi',
    'DeFi is finance by programs on a blockchain: swapping, lending and borrowing without a bank.',
  ),
  entry(
    'liquid staking, liquid staking token, lst, staked sol, jitosol, msol',
    'Liquid staking gives you a token, such as JitoSOL, for the SOL that you stake. You can sell or lend it while the SOL earns rewards.',
  ),
  entry(
    'staking, stake',
    'Staking lends your SOL to a validator that helps run the network, for a yearly reward. SolDesk can’t stake.',
  ),
  entry(
    'validator, validators',
    'A validator is a computer that checks and confirms transactions on Solana.',
  ),
  entry(
    'gas, gas fee, gas fees, transaction fee, network fee, fee, fees, priority fee',
    'A network fee pays validators to process a transaction, often about 0.000005 SOL. A priority fee speeds it up.',
  ),
  entry(
    'slot, block, epoch, epoch in solana, slot in solana',
    'A slot is the time for one block, about 0.4 seconds. An epoch is 432,000 slots, about two days.',
  ),
  entry(
    'transaction, signature, tx',
    'A transaction is a signed change on the chain. Its signature is its id, which an explorer can show.',
  ),
  entry(
    'blockchain, crypto, cryptocurrency, web3',
    'A blockchain is a ledger that many computers keep together, so that no single one can change it. Cryptocurrencies are money on it.',
  ),
  entry(
    'bitcoin, btc',
    'Bitcoin is the first cryptocurrency, on a blockchain of its own. SolDesk works with Solana.',
  ),
  entry('ethereum, eth', 'Ethereum is another blockchain for programs. SolDesk works with Solana.'),
  entry(
    'stablecoin, usdc, usdt',
    'A stablecoin such as USDC is a token that is meant to stay worth one US dollar.',
  ),
  entry(
    'wrapped sol, wsol',
    'Wrapped SOL is SOL in the form of a token, so that programs can trade it like one.',
  ),
  entry(
    'airdrop',
    'An airdrop gives out tokens for free. Many are scams: never sign what you do not understand.',
  ),
  entry(
    'sniper, snipers, insider, insiders, bundle',
    'Snipers and insiders buy in the first moments of a token, often together. CA Analysis labels them.',
  ),
  entry(
    'win rate',
    'The win rate is the share of a wallet’s sales that brought more than they cost.',
  ),
  entry(
    'roi, return on investment',
    'ROI is a wallet’s profit divided by what it paid: 100 % means that it doubled its money.',
  ),
  entry(
    'drawdown, maximum drawdown',
    'The drawdown is the largest fall of a wallet’s profit from its highest point so far.',
  ),
  entry(
    'sybil, sybils, cluster, entity, entities, linked wallets, linked wallet',
    'Linked wallets belong to one person, by what they hand to each other or by who paid for them. CA Analysis counts them as one, or excludes them if they pretend to be many.',
  ),
  entry(
    'wash trading, wash trade, wash trader, wash',
    'A wash trader trades with itself, to make a token look busy. CA Analysis excludes it.',
  ),
  entry(
    'digest, digests',
    'A digest is a result of Research: an answer, the stories behind it and their sources.',
  ),
  entry(
    'phantom, solflare, backpack',
    'Phantom, Solflare and Backpack are wallets. Any of them can sign in here.',
  ),
  entry(
    'rpc, node',
    'An RPC node answers questions about the chain. SolDesk reads everything through one.',
  ),
  entry(
    'explorer, solana explorer',
    'An explorer shows wallets and transactions of the chain. There is one in the App Store.',
  ),
]

const LEADS =
  /^(?:hello )?(?:please |can you |you |tell me )*(?:what is|what|mean|explain|define|how is|who is|tell me about)\b(?: me)?(?: (?:is|are|a|an|the|of|meant by|exactly|actually)\b)*\s*/

/** `how does it work`, `wie funktioniert` and `comment ça marche`, around a term. */
const HOW_IT_WORKS =
  /^(?:(?:explain |tell me )?(?:how|as) (?:do |does |is )?(.{1,40}) work|(?:how|as) (?:work|do i use up|can i use up) (.{1,40})|what can you do (.{1,40}))$/

const IN_RESULT =
  /(?: next to (?:a |the )?wallet| (?:in|on|of) (?:a |the |my |this )?(?:(?:excluded|ca|token|analyze|analysis) )*(?:report|list|table|excluded))+$|^(?:report|list|table) in of /

/** Cuts off where a term was read: `what does sniper mean in my report`. */
export const cutResult = (english: string): string => english.replace(IN_RESULT, '')

/** Takes a phrase in plain English. Returns what it asks to explain, or null. */
export function findTerm(english: string): string | null {
  const isAsked =
    LEADS.test(english) ||
    HOW_IT_WORKS.test(english) ||
    /^(?:what )?(?:do |does )?.{1,40} (?:what is|mean)$/.test(english)
  if (!isAsked) return null
  const term = english
    .replace(HOW_IT_WORKS, '$1$2$3')
    .replace(LEADS, '')
    .replace(/^(?:do|does|is|means?|by|of|the|a|an)\s+/, '')
    .replace(
      /\s+(?:to me|(?:what is )?mean|means|what is|is|exactly|actually|please|do|work|again|here)$/g,
      '',
    )
    .replace(/^(?:the|a|an)\s+/, '')
    .trim()
  return term === '' || term.split(' ').length > 4 ? null : term
}

/** Returns the explanation of a term, or null. `plain` turns names into the same plain English as the term. */
export function explain(term: string, plain: (text: string) => string): string | null {
  const find = (isNamed: (name: string) => boolean) =>
    GLOSSARY.find(({ names }) => names.some(isNamed))?.text
  return find((name) => name === term) ?? find((name) => plain(name) === term) ?? null
}

/** Returns the explanations of two terms whose difference is asked for, or null. */
export function explainDifference(english: string, plain: (text: string) => string): string | null {
  const [, one = '', other = ''] = DIFFERENCE.exec(english) ?? []
  const texts = [one, other].flatMap((term) => explain(term.trim(), plain) ?? [])
  return texts.length === 2 ? texts.join('\n\n') : null
}

const DIFFERENCE = /\bdifference between (?:a |the )*(.+?) and (?:a |the )*(.+)$/
