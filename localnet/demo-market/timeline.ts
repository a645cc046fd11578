type Event = { slot: number; order: number; act: (slot: number) => void }

/** Runs events in the order of slots, then of addition. An event may add later events. */
export class DemoTimeline {
  readonly #firstSlot: number
  readonly #slotSeconds: number
  #events: Event[] = []
  #added = 0

  constructor(firstSlot: number, slotSeconds: number) {
    this.#firstSlot = firstSlot
    this.#slotSeconds = slotSeconds
  }

  slotAt(seconds: number): number {
    return this.#firstSlot + Math.floor(seconds / this.#slotSeconds)
  }

  secondsAt(slot: number): number {
    return (slot - this.#firstSlot) * this.#slotSeconds
  }

  at(seconds: number, act: (slot: number) => void): void {
    this.atSlot(this.slotAt(seconds), act)
  }

  atSlot(slot: number, act: (slot: number) => void): void {
    const event = { slot, order: (this.#added += 1), act }
    let place = this.#events.length
    while (place > 0 && isLater(this.#events[place - 1], event)) place -= 1
    this.#events.splice(place, 0, event)
  }

  run(): void {
    for (let event = this.#events.shift(); event; event = this.#events.shift()) {
      event.act(event.slot)
    }
  }
}

const isLater = (one: Event | undefined, other: Event): boolean =>
  one !== undefined &&
  (one.slot > other.slot || (one.slot === other.slot && one.order > other.order))
