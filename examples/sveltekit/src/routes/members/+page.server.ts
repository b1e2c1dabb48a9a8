import { requireSession } from '../../auth.js'
import type { PageServerLoad } from './$types'

// Strangers are sent to the sign-in page, and come back here.
export const load: PageServerLoad = async () => {
  const session = await requireSession()
  return { name: session.user?.name }
}
