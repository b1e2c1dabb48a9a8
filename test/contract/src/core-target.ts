import { createAuth } from '@latchstring/core'
import type { Target } from './target.ts'

/** The core alone. */
export const coreTarget: Target = {
  name: 'core',
  basePath: '/auth',
  create(config, { env, clock }) {
    const auth = createAuth(config, { env, clock: clock?.now })
    return {
      fetch: auth.handle,
      auth: async (headers) => (await auth.session({ headers })).session,
      signIn: (headers, { provider, options, params }) =>
        auth.signIn({ headers }, provider, options, params),
      signOut: (headers, options) => auth.signOut({ headers }, options),
      update: (headers, data) => auth.update({ headers }, data),
      withSessions: (headers, run) => run(auth.sessions({ headers })),
      async guard(request) {
        const { decision } = await auth.authorize(request)
        return decision.kind === 'allow'
          ? { passed: true, response: new Response() }
          : { passed: false, response: decision.response }
      },
    }
  },
}
