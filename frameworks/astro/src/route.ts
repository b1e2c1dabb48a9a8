/** The actions need a request. */
export const prerender = false

/**
 * The route below the base path. The middleware has answered the actions before, so only other paths reach this route. The
 * application answers them with its page for 404.
 *
 * @param context - of the request
 */
export function ALL({ locals }: { readonly locals: object }): Response {
  if ('latchstring' in locals) return new Response(null, { status: 404 })
  throw new Error(
    'The middleware of Latchstring did not run. Call `middleware()` in src/fetch, and leave middleware of adapters at the edge off.',
  )
}
