import type { RequestHandler } from '@builder.io/qwik-city'
import { latchstring } from '../../../auth'

// Scripts of strangers get 401.
export const onGet: RequestHandler = async (event) => {
  const session = await latchstring.requireSession(event)
  event.json(200, { name: session.user?.name })
}
