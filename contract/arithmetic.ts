import jsep, { type Expression } from 'jsep'

const OPERATIONS: Readonly<Record<string, (one: number, other: number) => number>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '%': (one, other) => one % other,
  '^': (one, other) => one ** other,
}

const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
  min: Math.min,
  max: Math.max,
  log10: Math.log10,
  log2: Math.log2,
  ln: Math.log,
  exp: Math.exp,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
}

const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E }

jsep.addBinaryOp('^', 11, true)

/** Returns the value of a formula such as `2 * (3 + sqrt(4))`; NaN if it cannot be read or names something unknown. */
export const evaluateFormula = (formula: string): number => {
  try {
    return evaluate(jsep(formula))
  } catch {
    return Number.NaN
  }
}

const evaluate = (node: unknown): number => {
  if (!isExpression(node)) return Number.NaN
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'number' ? node['value'] : Number.NaN
    case 'Identifier':
      return lookUp(CONSTANTS, node['name']) ?? Number.NaN
    case 'UnaryExpression': {
      const value = evaluate(node['argument'])
      return node['operator'] === '-' ? -value : node['operator'] === '+' ? value : Number.NaN
    }
    case 'BinaryExpression': {
      const operation = lookUp(OPERATIONS, node['operator'])
      return operation?.(evaluate(node['left']), evaluate(node['right'])) ?? Number.NaN
    }
    case 'CallExpression': {
      const { callee, arguments: values } = node
      const call = isExpression(callee) ? lookUp(FUNCTIONS, callee['name']) : undefined
      return call && Array.isArray(values) ? call(...values.map(evaluate)) : Number.NaN
    }
    default:
      return Number.NaN
  }
}

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'type' in value

const lookUp = <Value>(table: Readonly<Record<string, Value>>, key: unknown): Value | undefined =>
  typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined
