/**
 * Makes one engine for each environment, for servers whose variables are known with a request alone.
 *
 * @param create - makes the engine of an environment
 * @returns the engine of an environment, the same for as long as there is the same object
 *
 * @example
 * ```ts
 * import { perEnvironment, createFrameworkAuth } from '@latchstring/core/framework'
 *
 * const findEngine = perEnvironment((env: Record<string, string>) =>
 *   createFrameworkAuth({ providers: [] }, { env, basePath: '/auth' }),
 * )
 *
 * export const fetch = (request: Request, env: Record<string, string>): Promise<Response> =>
 *   findEngine(env).handle(request)
 * ```
 */
export function perEnvironment<Env extends object, Engine>(
  create: (env: Env) => Engine,
): (env: Env) => Engine {
  const engines = new WeakMap<Env, Engine>()
  return (env) => {
    const known = engines.get(env)
    if (known) return known
    const made = create(env)
    engines.set(env, made)
    return made
  }
}
