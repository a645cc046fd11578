type PageOptions = {
  readonly isInjected: boolean
  readonly isStandard: boolean
  readonly delayMs: number
  readonly publicKey: readonly number[]
  readonly address: string
  readonly isTrusted: boolean
  readonly hasFlag: boolean
}

type Bindings = {
  __walletAsk(call: 'connect'): Promise<boolean>
  __walletSign(call: 'message' | 'transaction', base64: string): Promise<string | null>
  __walletSend(base64: string): Promise<string | null>
}

type Transaction = {
  serialize(options?: object): Uint8Array
  constructor: {
    from?(bytes: Uint8Array): Transaction
    deserialize?(bytes: Uint8Array): Transaction
  }
}

/**
 * Runs in the page, so it may use nothing from outside itself. It has the shape of what Phantom injects and registers:
 * https://docs.phantom.com/solana/ and https://github.com/wallet-standard/wallet-standard.
 */
export const installPhantomInPage = (options: PageOptions): void => {
  const bindings = window as unknown as Bindings
  let address = options.address
  let publicKeyBytes = Uint8Array.from(options.publicKey)
  const SIGNATURE_BYTES = 64
  const KEY_BYTES = 32

  const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
  const fromBase64 = (text: string) =>
    Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const rejection = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

  const signBytes = async (call: 'message' | 'transaction', bytes: Uint8Array) => {
    const signature = await bindings.__walletSign(call, toBase64(bytes))
    if (signature === null) throw rejection()
    return fromBase64(signature)
  }
  const send = async (wire: Uint8Array) => {
    const signature = await bindings.__walletSend(toBase64(wire))
    if (signature === null) throw rejection()
    return signature
  }
  /** Signature count, signatures, message; the message names its signers first. */
  const signWire = async (wire: Uint8Array) => {
    const message = wire.slice(1 + SIGNATURE_BYTES * (wire[0] ?? 0))
    const versionBytes = (message[0] ?? 0) >= 0x80 ? 1 : 0
    const signers = message[versionBytes] ?? 0
    const keyAt = (index: number) => {
      const start = versionBytes + 4 + KEY_BYTES * index
      return message.slice(start, start + KEY_BYTES)
    }
    const own = Array.from({ length: signers }, (_, index) => index).find((index) =>
      keyAt(index).every((byte, at) => byte === publicKeyBytes[at]),
    )
    if (own === undefined) throw new Error('This wallet is no signer of the transaction')
    const signed = wire.slice()
    signed.set(await signBytes('transaction', message), 1 + SIGNATURE_BYTES * own)
    return signed
  }
  const wireOf = (transaction: Transaction) =>
    'version' in transaction
      ? transaction.serialize()
      : transaction.serialize({ requireAllSignatures: false, verifySignatures: false })

  const inject = () => {
    type Listener = (account: unknown) => void
    const listeners = new Map<string, Set<Listener>>()
    const emit = (event: string, account: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(account)
    }
    const publicKey = {
      toBytes: () => publicKeyBytes.slice(),
      toBase58: () => address,
      toString: () => address,
      equals: (other: { toBase58(): string }) => other.toBase58() === address,
    }
    const provider = {
      isPhantom: true,
      isConnected: false,
      publicKey: null as typeof publicKey | null,
      on: (event: string, listener: Listener) => {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
        return provider
      },
      off: (event: string, listener: Listener) => {
        listeners.get(event)?.delete(listener)
        return provider
      },
      removeListener: (event: string, listener: Listener) => provider.off(event, listener),
      connect: async ({ onlyIfTrusted = false } = {}) => {
        if (onlyIfTrusted ? !options.isTrusted : !(await bindings.__walletAsk('connect'))) {
          throw rejection()
        }
        provider.publicKey = publicKey
        provider.isConnected = true
        emit('connect', publicKey)
        return { publicKey }
      },
      disconnect: () => {
        provider.publicKey = null
        provider.isConnected = false
        emit('disconnect', null)
        return Promise.resolve()
      },
      signMessage: async (message: Uint8Array) => ({
        signature: await signBytes('message', message),
        publicKey,
      }),
      signTransaction: async (transaction: Transaction) => {
        const signed = await signWire(wireOf(transaction))
        const { deserialize, from } = transaction.constructor
        return (deserialize ?? from)?.(signed)
      },
      signAndSendTransaction: async (transaction: Transaction) => ({
        signature: await send(await signWire(wireOf(transaction))),
        publicKey,
      }),
    }
    window.addEventListener('stub-account', (event) => {
      const { detail } = event as CustomEvent<{ address: string; publicKey: number[] }>
      address = detail.address
      publicKeyBytes = Uint8Array.from(detail.publicKey)
      emit('accountChanged', publicKey)
    })
    Object.assign(window, { phantom: { solana: provider }, solana: provider })
    if (options.hasFlag) Object.assign(window, { isPhantomInstalled: true })
  }

  const register = () => {
    const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']
    const signing = [
      'solana:signMessage',
      'solana:signTransaction',
      'solana:signAndSendTransaction',
    ]
    const account = {
      address: options.address,
      publicKey: publicKeyBytes,
      chains,
      features: signing,
    }
    const listeners = new Set<(change: { accounts: unknown[] }) => void>()
    const supportedTransactionVersions = ['legacy', 0]
    const setAccounts = (accounts: unknown[]) => {
      wallet.accounts = accounts
      for (const listener of listeners) listener({ accounts })
    }
    const each = <Input, Output>(inputs: Input[], run: (input: Input) => Promise<Output>) =>
      Promise.all(inputs.map(run))
    const wallet = {
      version: '1.0.0',
      name: 'Phantom',
      icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
      chains,
      accounts: [] as unknown[],
      features: {
        'standard:connect': {
          version: '1.0.0',
          connect: async ({ silent = false } = {}) => {
            if (silent && !options.isTrusted) return { accounts: wallet.accounts }
            if (!silent && !(await bindings.__walletAsk('connect'))) throw rejection()
            setAccounts([account])
            return { accounts: wallet.accounts }
          },
        },
        'standard:disconnect': {
          version: '1.0.0',
          disconnect: () => Promise.resolve(setAccounts([])),
        },
        'standard:events': {
          version: '1.0.0',
          on: (_event: string, listener: (change: { accounts: unknown[] }) => void) => {
            listeners.add(listener)
            return () => listeners.delete(listener)
          },
        },
        'solana:signMessage': {
          version: '1.1.0',
          signMessage: (...inputs: { message: Uint8Array }[]) =>
            each(inputs, async ({ message }) => ({
              signedMessage: message,
              signature: await signBytes('message', message),
            })),
        },
        'solana:signTransaction': {
          version: '1.0.0',
          supportedTransactionVersions,
          signTransaction: (...inputs: { transaction: Uint8Array }[]) =>
            each(inputs, async ({ transaction }) => ({
              signedTransaction: await signWire(transaction),
            })),
        },
        'solana:signAndSendTransaction': {
          version: '1.0.0',
          supportedTransactionVersions,
          signAndSendTransaction: (...inputs: { transaction: Uint8Array }[]) =>
            each(inputs, async ({ transaction }) => {
              const signed = await signWire(transaction)
              await send(signed)
              return { signature: signed.slice(1, 1 + SIGNATURE_BYTES) }
            }),
        },
      },
    }
    type Api = { register(registered: typeof wallet): void }
    const introduce = (api: Api) => api.register(wallet)
    window.addEventListener('wallet-standard:app-ready', (event) =>
      introduce((event as CustomEvent<Api>).detail),
    )
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: introduce }))
  }

  if (options.isInjected && options.delayMs === 0) inject()
  if (options.isInjected && options.delayMs > 0) setTimeout(inject, options.delayMs)
  if (options.isStandard) register()
}
