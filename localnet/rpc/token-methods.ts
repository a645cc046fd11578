import type { AccountState } from '#localnet/svm/account-state.ts'
import { invalidParams } from './rpc-error.ts'
import { toUiTokenAmount } from '#localnet/wire.ts'
import { viewState } from './account-methods.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, isTokenProgram } from '#solana/programs.ts'
import { parseTokenAccount, type TokenAccount } from '#solana/token-state.ts'
import {
  findAccount,
  findMint,
  wrapInContext,
  type RpcMethods,
  type RpcNode,
} from './rpc-method.ts'
import {
  readAccountView,
  parseAddressParam,
  parseConfigParam,
  type Config,
  type Params,
} from './params.ts'

const LARGEST_ACCOUNTS = 20

type LiveTokenAccount = { address: string; account: AccountState; token: TokenAccount }

export const tokenMethods: RpcMethods = {
  getTokenAccountBalance(node, params) {
    const account = findAccount(node, parseAddressParam(params[0]))
    const token = account === null ? null : parseTokenAccount(account)
    if (token === null) throw invalidParams('Invalid param: could not find account')
    const decimals = findMint(node, token.mint)?.decimals ?? 0
    return wrapInContext(node, parseConfigParam(params[1]), toUiTokenAmount(token.amount, decimals))
  },

  getTokenSupply(node, params) {
    const address = parseAddressParam(params[0])
    const config = parseConfigParam(params[1])
    const live = node.chain.bank.findAccount(address) === null ? null : findMint(node, address)
    if (live !== null)
      return wrapInContext(node, config, toUiTokenAmount(live.supply, live.decimals))
    const recorded = node.archive.findTokenSupply(address)
    if (recorded === null) throw createNotAMintError(node, address)
    return wrapInContext(node, config, toUiTokenAmount(recorded.amount, recorded.decimals))
  },

  getTokenLargestAccounts(node, params) {
    const address = parseAddressParam(params[0])
    const config = parseConfigParam(params[1])
    const live = node.chain.bank.findAccount(address) === null ? null : findMint(node, address)
    if (live !== null) {
      const holdings = listLiveTokenAccounts(node)
        .filter(({ token }) => token.mint === address)
        .toSorted((a, b) => compareAmounts(b.token.amount, a.token.amount))
        .slice(0, LARGEST_ACCOUNTS)
        .map(({ address: holder, token }) => ({
          address: holder,
          ...toUiTokenAmount(token.amount, live.decimals),
        }))
      return wrapInContext(node, config, holdings)
    }
    const recorded = node.archive.listLargestAccounts(address)
    if (recorded === null) throw createNotAMintError(node, address)
    const holdings = recorded.map((holding) => ({
      address: holding.address,
      ...toUiTokenAmount(holding.amount, holding.decimals),
    }))
    return wrapInContext(node, config, holdings)
  },

  getTokenAccountsByOwner: (node, params) =>
    listTokenAccountsBy(node, params, (token, owner) => token.owner === owner),

  getTokenAccountsByDelegate: (node, params) =>
    listTokenAccountsBy(node, params, (token, delegate) => token.delegate === delegate),
}

function listTokenAccountsBy(
  node: RpcNode,
  params: Params,
  belongs: (token: TokenAccount, address: string) => boolean,
) {
  const address = parseAddressParam(params[0])
  const wanted = parseTokenFilter(node, parseConfigParam(params[1]))
  const config = parseConfigParam(params[2])
  const options = readAccountView(config)
  const accounts = listLiveTokenAccounts(node, wanted.programs)
    .filter(({ token }) => belongs(token, address) && (wanted.mint ?? token.mint) === token.mint)
    .map(({ address: pubkey, account }) => ({
      pubkey,
      account: viewState(node, account, options),
    }))
  return wrapInContext(node, config, accounts)
}

function parseTokenFilter(node: RpcNode, { mint, programId }: Config) {
  if (mint !== undefined) {
    const address = parseAddressParam(mint)
    const owner = findAccount(node, address)?.owner
    if (owner === undefined || findMint(node, address) === null)
      throw createNotAMintError(node, address)
    return { mint: address, programs: [owner] }
  }
  const program = parseAddressParam(programId)
  if (!isTokenProgram(program)) {
    throw invalidParams('Invalid param: unrecognized Token program id')
  }
  return { mint: undefined, programs: [program] }
}

function listLiveTokenAccounts(
  { chain }: RpcNode,
  programs: readonly string[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM],
): LiveTokenAccount[] {
  return programs
    .flatMap((program) => chain.bank.listProgramAccounts(program))
    .flatMap(({ address, account }) => {
      const token = parseTokenAccount(account)
      return token === null ? [] : [{ address, account, token }]
    })
}

const compareAmounts = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

function createNotAMintError(node: RpcNode, address: string) {
  return invalidParams(
    findAccount(node, address) === null
      ? 'Invalid param: could not find mint'
      : 'Invalid param: not a Token mint',
  )
}
