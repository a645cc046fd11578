/** Apart from the schemas, which the sign-in page loads later. */
export const CONFIG_PATH = '/config'
