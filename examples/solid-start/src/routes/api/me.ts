import { protect } from '../../auth'

// Scripts of strangers get 401.
export const GET = protect((_event, session) => Response.json({ name: session.user?.name }))
