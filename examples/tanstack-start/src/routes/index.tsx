import { createFileRoute, Link } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { client } from '../auth.server'

// What the browser may see of the session, because what is returned is sent there.
const getSession = createServerFn().handler(() => client())

export const Route = createFileRoute('/')({
  loader: async () => ({ session: await getSession() }),
  component: Home,
})

function Home() {
  const { session } = Route.useLoaderData()
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
