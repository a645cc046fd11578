export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const rounded = (row: Readonly<Record<string, number>>, digits = 2) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Number(value.toFixed(digits))]),
  )

export const createLimits = (digits = 2) => {
  const missed: string[] = []
  return {
    expectAtMost: (name: string, value: number, limit: number): void => {
      console.log(`${name}: ${value.toFixed(digits)} (at most ${limit})`)
      if (!(value <= limit)) missed.push(name)
    },
    expectAtLeast: (name: string, value: number, limit: number): void => {
      console.log(`${name}: ${value.toFixed(digits)} (at least ${limit})`)
      if (!(value >= limit)) missed.push(name)
    },
    end: (): void => {
      if (missed.length > 0) throw new Error(`Over budget: ${missed.join('; ')}`)
    },
  }
}

export const middle = <Figures extends Record<string, number>>(
  rounds: readonly Figures[],
): Figures => {
  const [first] = rounds
  if (first === undefined) throw new Error('Nothing was measured')
  return Object.fromEntries(
    Object.keys(first).map((key) => [key, median(rounds.map((round) => round[key] ?? Number.NaN))]),
  ) as Figures
}

/** Throws an error that lists the missed budgets; `false` means that one was met. */
export const throwIfMissed = (bench: string, budgets: readonly (string | false)[]): void => {
  const missed = budgets.filter((each) => each !== false)
  if (missed.length > 0) throw new Error(`${bench}: missed with ${missed.join(', ')}`)
}

/** Returns the processor time of this thread, which other work on the machine disturbs less than the clock. */
export const measureCpuSeconds = (work: () => void): number => {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1e6
}

/** Prints a row as a table, or as JSON for programs with `--json`. */
export const printResult = (options: readonly string[], result: object): void => {
  if (options.includes('--json')) console.log(JSON.stringify(result))
  else console.table(result)
}
