import type { APIRoute } from 'astro'

// Scripts of strangers get 401.
export const GET: APIRoute = async ({ locals }) => {
  const session = await locals.latchstring.requireSession()
  return Response.json({ name: session.user?.name })
}
