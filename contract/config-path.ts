/** Apart from the schemas: the sign-in page asks for the configuration before it has fetched them. */
export const CONFIG_PATH = '/config'
