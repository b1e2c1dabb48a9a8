import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '../../auth.server'

// Scripts of strangers get 401.
export const Route = createFileRoute('/api/me')({
  server: {
    handlers: {
      GET: async () => {
        const session = await requireSession()
        return Response.json({ name: session.user?.name })
      },
    },
  },
})
