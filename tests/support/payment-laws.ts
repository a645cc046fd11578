/** Orders and payments of a story, as the chain and their makers know them. */
export type StoryOrder = {
  id: string
  player: number
  payer: string
  /** Only a payment with the order's reference may pay it otherwise. */
  isPayerLinked: boolean
  lamports: bigint
  reference: string
  createdSlot: number
}

export type StoryPayment = {
  signature: string
  payer: string
  lamports: bigint
  references: readonly string[]
  /** Null when it never landed. */
  landed: { slot: number; hasFailed: boolean } | null
}

/** The product's own account of them. */
export type Outcome = {
  signature: string
  state: string
  orderId: string | null
  credited: bigint | null
}

export type StoryEnd = {
  orders: readonly StoryOrder[]
  payments: readonly StoryPayment[]
  outcomes: readonly Outcome[]
  /** Ids of the orders shown as PAID. */
  paid: ReadonlySet<string>
  /** Per player: the balance shown, and lamports spent and not refunded. */
  balances: readonly bigint[]
  spent: readonly bigint[]
  /** By how much the treasury's balance on the chain grew. */
  treasuryGain: bigint
}

const mayPay = (payment: StoryPayment, order: StoryOrder): boolean =>
  payment.landed !== null &&
  !payment.landed.hasFailed &&
  payment.payer === order.payer &&
  payment.lamports >= order.lamports &&
  payment.landed.slot >= order.createdSlot &&
  (payment.references.length > 0
    ? payment.references.includes(order.reference)
    : order.isPayerLinked)

/**
 * It is certain what the payment is for. When it was looked at makes no difference: one that was seen before its order
 * was written pays it too, from the slot that the order begins with.
 */
const isMeantFor = (payment: StoryPayment, order: StoryOrder): boolean =>
  mayPay(payment, order) && (payment.references.length > 0 || payment.lamports === order.lamports)

/**
 * The laws of the product as a pure function of a story's end, when every payment has been looked at: no payment is
 * credited twice, to the wrong order or by another amount; none is lost; balances and the treasury agree with the chain.
 * Returns what is broken.
 */
export function brokenLaws(end: StoryEnd): string[] {
  const broken: string[] = []
  const demand = (holds: boolean, law: string) => {
    if (!holds) broken.push(law)
  }
  const orderById = new Map(end.orders.map((order) => [order.id, order]))
  const outcomesOf = Map.groupBy(end.outcomes, ({ signature }) => signature)
  const creditedByPlayer = end.balances.map(() => 0n)
  const paidBy = new Map<string, string>()
  let received = 0n

  for (const payment of end.payments) {
    const { signature, landed, lamports } = payment
    const outcomes = outcomesOf.get(signature) ?? []
    const hasMoved = landed !== null && !landed.hasFailed
    demand(outcomes.length <= 1, `${signature} has ${outcomes.length} receipts`)
    demand(hasMoved || outcomes.length === 0, `${signature} brought nothing and has a receipt`)
    if (!hasMoved) continue
    received += lamports
    const [outcome] = outcomes
    if (outcome === undefined) {
      broken.push(`${signature} is lost`)
    } else if (outcome.state === 'CREDITED') {
      const order = orderById.get(outcome.orderId ?? '')
      if (order === undefined || !mayPay(payment, order)) {
        broken.push(`${signature} was credited to an order that it does not pay`)
        continue
      }
      demand(!paidBy.has(order.id), `order ${order.id} was credited twice`)
      paidBy.set(order.id, signature)
      demand(outcome.credited === lamports, `${signature} was credited by another amount`)
      creditedByPlayer[order.player] = (creditedByPlayer[order.player] ?? 0n) + lamports
    } else {
      demand(outcome.state === 'UNMATCHED', `${signature} is ${outcome.state}`)
      const meant = end.orders.find(
        (order) => isMeantFor(payment, order) && !end.paid.has(order.id),
      )
      demand(
        meant === undefined,
        `${signature}, with ${payment.references.length} references, of slot ${landed.slot}, was kept although it pays order ${meant?.id} of slot ${meant?.createdSlot}`,
      )
    }
  }
  for (const { id } of end.orders) {
    demand(end.paid.has(id) === paidBy.has(id), `order ${id} is PAID, or not, against its payments`)
  }
  for (const [player, balance] of end.balances.entries()) {
    const due = (creditedByPlayer[player] ?? 0n) - (end.spent[player] ?? 0n)
    demand(balance === due, `player ${player} has ${balance} lamports and should have ${due}`)
  }
  demand(received === end.treasuryGain, `the treasury gained ${end.treasuryGain}, not ${received}`)
  return broken
}
