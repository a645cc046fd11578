/**
 * The session with the API client and the contract's schemas. They weigh as much as the rest of the sign-in page, which
 * can be seen and understood without them.
 */
export const fetchAuth = () => import('./auth.ts')
