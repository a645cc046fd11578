import { setupServer } from 'msw/node'

/** The network of every browser test; handlers are given per test, anything else that is asked for fails it. */
export const network = setupServer()
