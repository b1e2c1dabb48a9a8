/** Calls the `authorized` callback of auth.ts before a page below /members is served. */
export { auth as proxy } from './auth.ts'

export const config = { matcher: ['/members/:path*'] }
