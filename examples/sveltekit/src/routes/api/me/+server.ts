import { requireSession } from '../../../auth.js'
import type { RequestHandler } from './$types'

// Scripts of strangers get 401.
export const GET: RequestHandler = async () => {
  const session = await requireSession()
  return Response.json({ name: session.user?.name })
}
