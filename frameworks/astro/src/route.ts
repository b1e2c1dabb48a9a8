/** The actions need a request. */
export const prerender = false

/**
 * The route under the base path. The middleware has answered the actions before, so that nothing else is here: the page for
 * what is not found is that of the application.
 *
 * @param context - of the request
 */
export function ALL({ locals }: { readonly locals: object }): Response {
  if ('latchstring' in locals) return new Response(null, { status: 404 })
  throw new Error(
    'The middleware of Latchstring did not run. Call `middleware()` in src/fetch, and leave middleware of adapters at the edge off.',
  )
}
