import type { AccountState } from '#localnet/svm/account-state.ts'
import { invalidParams } from './rpc-error.ts'
import { uiTokenAmount } from '#localnet/wire.ts'
import { accountView } from '#localnet/views/account-view.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, isTokenProgram } from '#solana/programs.ts'
import { parseTokenAccount, type TokenAccount } from '#solana/token-state.ts'
import { findAccount, findMint, inContext, type RpcMethods, type RpcNode } from './rpc-method.ts'
import { readAccountView, addressParam, configParam, type Config, type Params } from './params.ts'

const LARGEST_ACCOUNTS = 20

type LiveTokenAccount = { address: string; account: AccountState; token: TokenAccount }

export const tokenMethods: RpcMethods = {
  getTokenAccountBalance(node, params) {
    const account = findAccount(node, addressParam(params[0]))
    const token = account === null ? null : parseTokenAccount(account)
    if (token === null) throw invalidParams('Invalid param: could not find account')
    const decimals = findMint(node, token.mint)?.decimals ?? 0
    return inContext(node, configParam(params[1]), uiTokenAmount(token.amount, decimals))
  },

  getTokenSupply(node, params) {
    const address = addressParam(params[0])
    const config = configParam(params[1])
    const live = node.chain.bank.account(address) === null ? null : findMint(node, address)
    if (live !== null) return inContext(node, config, uiTokenAmount(live.supply, live.decimals))
    const recorded = node.archive.tokenSupply(address)
    if (recorded === null) throw notAMint(node, address)
    return inContext(node, config, uiTokenAmount(recorded.amount, recorded.decimals))
  },

  getTokenLargestAccounts(node, params) {
    const address = addressParam(params[0])
    const config = configParam(params[1])
    const live = node.chain.bank.account(address) === null ? null : findMint(node, address)
    if (live !== null) {
      const holdings = liveTokenAccounts(node)
        .filter(({ token }) => token.mint === address)
        .toSorted((a, b) => compareAmounts(b.token.amount, a.token.amount))
        .slice(0, LARGEST_ACCOUNTS)
        .map(({ address: holder, token }) => ({
          address: holder,
          ...uiTokenAmount(token.amount, live.decimals),
        }))
      return inContext(node, config, holdings)
    }
    const recorded = node.archive.tokenLargestAccounts(address)
    if (recorded === null) throw notAMint(node, address)
    const holdings = recorded.map((holding) => ({
      address: holding.address,
      ...uiTokenAmount(holding.amount, holding.decimals),
    }))
    return inContext(node, config, holdings)
  },

  getTokenAccountsByOwner: (node, params) =>
    tokenAccountsBy(node, params, (token, owner) => token.owner === owner),

  getTokenAccountsByDelegate: (node, params) =>
    tokenAccountsBy(node, params, (token, delegate) => token.delegate === delegate),
}

function tokenAccountsBy(
  node: RpcNode,
  params: Params,
  belongs: (token: TokenAccount, address: string) => boolean,
) {
  const address = addressParam(params[0])
  const wanted = tokenFilter(node, configParam(params[1]))
  const config = configParam(params[2])
  const options = readAccountView(config)
  const accounts = liveTokenAccounts(node, wanted.programs)
    .filter(({ token }) => belongs(token, address) && (wanted.mint ?? token.mint) === token.mint)
    .map(({ address: pubkey, account }) => ({
      pubkey,
      account: accountView(account, options, (mint) => findMint(node, mint)),
    }))
  return inContext(node, config, accounts)
}

function tokenFilter(node: RpcNode, { mint, programId }: Config) {
  if (mint !== undefined) {
    const address = addressParam(mint)
    const owner = findAccount(node, address)?.owner
    if (owner === undefined || findMint(node, address) === null) throw notAMint(node, address)
    return { mint: address, programs: [owner] }
  }
  const program = addressParam(programId)
  if (!isTokenProgram(program)) {
    throw invalidParams('Invalid param: unrecognized Token program id')
  }
  return { mint: undefined, programs: [program] }
}

function liveTokenAccounts(
  { chain }: RpcNode,
  programs: readonly string[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM],
): LiveTokenAccount[] {
  return programs
    .flatMap((program) => chain.bank.programAccounts(program))
    .flatMap(({ address, account }) => {
      const token = parseTokenAccount(account)
      return token === null ? [] : [{ address, account, token }]
    })
}

const compareAmounts = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

function notAMint(node: RpcNode, address: string) {
  return invalidParams(
    findAccount(node, address) === null
      ? 'Invalid param: could not find mint'
      : 'Invalid param: not a Token mint',
  )
}
