/**
 * Creates one instance for each environment, for servers that get their environment variables with each request.
 *
 * @param create - creates the instance of an environment
 * @returns a function that returns the instance of an environment, and the same instance for the same object
 *
 * @example
 * ```ts
 * import { perEnvironment, createFrameworkAuth } from '@latchstring/core/framework'
 *
 * const findInstance = perEnvironment((env: Record<string, string>) =>
 *   createFrameworkAuth({ providers: [] }, { env, basePath: '/auth' }),
 * )
 *
 * export const fetch = (request: Request, env: Record<string, string>): Promise<Response> =>
 *   findInstance(env).handle(request)
 * ```
 */
export function perEnvironment<Env extends object, Instance>(
  create: (env: Env) => Instance,
): (env: Env) => Instance {
  const instances = new WeakMap<Env, Instance>()
  return (env) => {
    const known = instances.get(env)
    if (known) return known
    const made = create(env)
    instances.set(env, made)
    return made
  }
}
