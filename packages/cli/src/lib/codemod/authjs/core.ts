import { type Application, type FrameworkPlan, PlanBuilder, callsOf } from './application.ts'

/** The package that all others are made of. */
export const CORE = '@auth/core'

/** Calls of `Auth`, each of which makes everything anew: one instance takes their place, where the application decides. */
export function planCore({ sources }: Pick<Application, 'sources'>): FrameworkPlan {
  const plan = new PlanBuilder()
  for (const name of ['Auth', 'createActionURL', 'setEnvDefaults']) {
    for (const { source, call } of callsOf(sources, CORE, name)) {
      plan.stop(
        source,
        call,
        name === 'Auth'
          ? 'Make one instance, `const auth = createAuth(config, { env: process.env })` of "@latchstring/core", with `migrate` in the configuration, and write `auth.handle(request)`; the session is `(await auth.session({ headers: request.headers })).session`.'
          : `\`${name}\` has no counterpart: the instance reads the environment and knows its address itself.`,
      )
    }
  }
  return plan.done()
}
