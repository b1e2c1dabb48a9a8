import { Link } from 'react-router'
import { client } from '../auth.server'
import type { Route } from './+types/home'

// What the browser may see of the session, because what is returned is sent there.
export const loader = async ({ context }: Route.LoaderArgs) => ({ session: await client(context) })

export default function Home({ loaderData: { session } }: Route.ComponentProps) {
  return (
    <main>
      <h1>Home</h1>
      {session ? <p>Signed in as {session.user?.name}.</p> : <p>You are not signed in.</p>}
      <p>
        <Link to="/members">Members</Link>{' '}
        {session ? (
          <a href="/auth/signout?callbackUrl=%2F">Sign out</a>
        ) : (
          <a href="/auth/signin?callbackUrl=%2F">Sign in</a>
        )}
      </p>
    </main>
  )
}
