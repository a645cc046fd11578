/** Returns the number after the option `name`, or `otherwise` when the option is not given. */
export const readNumber = (options: readonly string[], name: string, otherwise: number): number => {
  const at = options.indexOf(name)
  if (at < 0) return otherwise
  const given = Number(options[at + 1])
  if (!Number.isFinite(given)) throw new Error(`${name} needs a number`)
  return given
}
