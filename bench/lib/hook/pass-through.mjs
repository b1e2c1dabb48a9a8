/**
 * Changes nothing, but every module now takes the way through the thread of the hooks.
 *
 * @type {import('node:module').ResolveHook}
 */
export const resolve = (specifier, context, next) => next(specifier, context)

/** @type {import('node:module').LoadHook} */
export const load = (url, context, next) => next(url, context)
