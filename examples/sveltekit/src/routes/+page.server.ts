import type { PageServerLoad } from './$types'

// What the browser may see of the session, because what is returned is sent there.
export const load: PageServerLoad = async ({ locals }) => ({ session: await locals.client() })
