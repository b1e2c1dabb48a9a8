import { requireSession } from '../auth.server'
import type { Route } from './+types/me'

// Scripts of strangers get 401.
export async function loader(args: Route.LoaderArgs) {
  const session = await requireSession(args)
  return Response.json({ name: session.user?.name })
}
