/** The two halves of the product: nobody downloads the one that is not shown. */
export const fetchLogin = () => import('./screens/login-screen.tsx')
export const fetchSignedIn = () => import('./router.tsx')
