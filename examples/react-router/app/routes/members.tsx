import { Link } from 'react-router'
import { requireSession } from '../auth.server'
import type { Route } from './+types/members'

// Strangers are sent to the sign-in page, and come back here.
export async function loader(args: Route.LoaderArgs) {
  const session = await requireSession(args)
  return { name: session.user?.name }
}

export default function Members({ loaderData: { name } }: Route.ComponentProps) {
  return (
    <main>
      <h1>Members</h1>
      <p>Only people who are signed in see this, as {name} does.</p>
      <Link to="/">Home</Link>
    </main>
  )
}
