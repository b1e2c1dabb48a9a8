import { auth } from '../../../auth.ts'

/** Returns the session of the request as JSON. */
export const GET = auth((request) => {
  const headers = { 'cache-control': 'private, no-store' }
  return request.auth === null
    ? Response.json({ error: 'unauthenticated' }, { status: 401, headers })
    : Response.json(request.auth, { headers })
})
