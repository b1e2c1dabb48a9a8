/** Asks the `authorized` callback of auth.ts before anything under /members is served. */
export { auth as proxy } from './auth.ts'

export const config = { matcher: ['/members/:path*'] }
